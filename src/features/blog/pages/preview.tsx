import { pageContext } from '../../../load-context.ts';
import type { Fetch } from '../../../shared/http/api-error.ts';
import { toResult, withServerTimeout } from '../../../shared/result.ts';
import { AsyncContent } from '../../../ui/loading/async-content.tsx';
import { PageSpinner } from '../../../ui/loading/spinner.tsx';
import { preview } from '../editor/calls.ts';
import { EditorLayout } from '../editor/editor-layout.tsx';
import { requireAuthor } from '../editor/require-author.ts';
import { PostView } from '../reading/post-view.tsx';
import type { Route } from './+types/preview';

/** `?post=` is the post's id, or `new`. */
const load = (url: string, fetch?: Fetch) =>
  toResult(
    preview.read({ key: new URL(url).searchParams.get('post') ?? 'new', fetch }),
    'Failed to load the preview',
  );

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api } = context.get(pageContext);
  await requireAuthor(api);
  return { post: await withServerTimeout(load(request.url, api)) };
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAuthor();
  return { post: load(request.url) };
}

export const meta: Route.MetaFunction = () => [
  { title: 'Preview | PCB Beach Rentals' },
  { name: 'robots', content: 'noindex' },
];

export default function Preview({ loaderData: { post } }: Route.ComponentProps) {
  return (
    <AsyncContent
      from={post}
      pending={<PageSpinner />}
      failed={(message) => <EditorLayout isNew={false} failure={message} />}
    >
      {(preview) => <PostView post={preview} />}
    </AsyncContent>
  );
}
