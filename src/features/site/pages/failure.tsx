import { data } from 'react-router';
import { pageContext } from '../../../load-context.ts';
import type { Route } from './+types/failure';

/** The page has the URL of the failed request, where scripts would look for that URL's page. */
export const handle = { withoutScripts: true };

/** @throws what ended the request; a 404 response for the address of this page itself */
export function loader({ context }: Route.LoaderArgs): never {
  const { failure } = context.get(pageContext);
  if (!failure) throw data(null, { status: 404, statusText: 'Not Found' });
  throw data({ message: failure.message }, { status: failure.status });
}

export default function Failure() {
  return null;
}
