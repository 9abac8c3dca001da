import { useSearchParams } from 'react-router';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { unsubscribeUrl } from '../waitlist/calls.ts';
import type { Route } from './+types/unsubscribe';

export const meta: Route.MetaFunction = () => [
  { title: 'Leave the list | PCB Beach Rentals' },
  { name: 'robots', content: 'noindex' },
];

/** The target of a mail's link. Following it changes nothing: mail programs follow links too. */
export default function Unsubscribe() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  return (
    <section className="page-width flex flex-col items-center gap-5 py-20 text-center sm:py-28">
      {search.has('left') ? (
        <>
          <h1 className="text-4xl text-deep sm:text-5xl">You are off the list</h1>
          <p className="max-w-md text-lg text-slate">
            We have forgotten your address. You are welcome back whenever you like.
          </p>
          <ButtonLink to="/">Back to Home</ButtonLink>
        </>
      ) : (
        <>
          <h1 className="text-4xl text-deep sm:text-5xl">Leave the list?</h1>
          <p className="max-w-md text-lg text-slate">
            You will not hear from us when this home opens, and we forget your address.
          </p>
          <form method="post" action={unsubscribeUrl(token)}>
            <Button type="submit">Leave the list</Button>
          </form>
        </>
      )}
    </section>
  );
}
