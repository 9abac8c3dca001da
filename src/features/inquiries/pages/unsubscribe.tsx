import { useSearchParams } from 'react-router';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { PageMessage } from '../../../ui/page-message.tsx';
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
  if (search.has('left'))
    return (
      <PageMessage
        title="You are off the list"
        text="We have forgotten your address. You are welcome back whenever you like."
      >
        <ButtonLink to="/">Back to Home</ButtonLink>
      </PageMessage>
    );
  return (
    <PageMessage
      title="Leave the list?"
      text="You will not hear from us when this home opens, and we forget your address."
    >
      <form method="post" action={unsubscribeUrl(token)}>
        <Button type="submit">Leave the list</Button>
      </form>
    </PageMessage>
  );
}
