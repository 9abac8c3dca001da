import { data } from 'react-router';
import { pageContext } from '../../../load-context.ts';
import type { Route } from './+types/failure';

/** It stands under the address of the request that failed, where scripts would look for that address's page. */
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
