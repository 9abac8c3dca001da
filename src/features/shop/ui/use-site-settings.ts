import { useRouteLoaderData } from 'react-router';

export interface Contact {
  phone: string;
  email: string;
}

/** Reads the hosts' phone and e-mail from the root's data. */
export function useContact(): Contact {
  const { settings } = useRouteLoaderData('root') as { settings: Contact };
  return settings;
}
