import { useRouteLoaderData } from 'react-router';

/** How guests reach the hosts. */
export interface Contact {
  phone: string;
  email: string;
}

/** The hosts' phone and e-mail, from what every page has loaded. */
export function useContact(): Contact {
  const { settings } = useRouteLoaderData('root') as { settings: Contact };
  return settings;
}
