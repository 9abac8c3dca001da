import { pageContext } from '../../../page-context.ts';
import type { Fetch } from '../../../shared/api-client.ts';
import { outcomeOf, settledSoon } from '../../../shared/outcome.ts';
import { Loads } from '../../../ui/loads.tsx';
import { PageSpinner } from '../../../ui/page-spinner.tsx';
import { EditorFrame } from '../ui/editor-frame.tsx';
import { mayWrite } from '../ui/may-write.ts';
import { PostView } from '../ui/post-view.tsx';
import { writingClient } from '../writing-client.ts';
import type { Route } from './+types/preview';

/** `post` in the address is the post's id, or `new`. */
const ask = (url: string, fetch?: Fetch) =>
  outcomeOf(
    writingClient(fetch).preview(new URL(url).searchParams.get('post') ?? 'new'),
    'Failed to load the preview',
  );

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api } = context.get(pageContext);
  await mayWrite(api);
  return { post: await settledSoon(ask(request.url, api)) };
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await mayWrite();
  return { post: ask(request.url) };
}

export const meta: Route.MetaFunction = () => [
  { title: 'Preview | PCB Beach Rentals' },
  { name: 'robots', content: 'noindex' },
];

export default function Preview({ loaderData: { post } }: Route.ComponentProps) {
  return (
    <Loads
      from={post}
      pending={<PageSpinner />}
      failed={(message) => <EditorFrame isNew={false} failure={message} />}
    >
      {(shown) => <PostView post={shown} />}
    </Loads>
  );
}
