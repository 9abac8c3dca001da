import { data, redirect, useSearchParams } from 'react-router';
import { pageContext } from '../../../load-context.ts';
import { ApiError } from '../../../shared/http/api-error.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { PageMessage } from '../../../ui/page-message.tsx';
import { waitlistLeave } from '../waitlist/calls.ts';
import type { Route } from './+types/unsubscribe';

/** Takes the address off the list, or says why it is still on it. */
export async function action({ request, context }: Route.ActionArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  try {
    await waitlistLeave.leave({ query: { token }, fetch: context.get(pageContext).api });
    return redirect('/notify/leave?left=1', 303);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data({ failure: error.message }, { status: error.status });
  }
}

export const meta: Route.MetaFunction = () => [
  { title: 'Leave the list | PCB Beach Rentals' },
  { name: 'robots', content: 'noindex' },
];

/** The target of a mail's link. Following it changes nothing: mail programs follow links too. */
export default function Unsubscribe({ actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  if (actionData)
    return (
      <PageMessage title="You could not be taken off the list" text={actionData.failure}>
        <ButtonLink to="/">Back to Home</ButtonLink>
      </PageMessage>
    );
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
      text="You will not hear from us again about this list, and we forget your address."
    >
      <form method="post">
        <Button type="submit">Leave the list</Button>
      </form>
    </PageMessage>
  );
}
