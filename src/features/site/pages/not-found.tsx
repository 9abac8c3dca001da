import { ErrorPage } from '../ui/error-page.tsx';

/** Every address that is none of ours. */
export function loader(): never {
  throw new Response(null, { status: 404, statusText: 'Not Found' });
}

export function clientLoader(): never {
  throw new Response(null, { status: 404, statusText: 'Not Found' });
}

export default function NotFound() {
  return <ErrorPage error={null} />;
}
