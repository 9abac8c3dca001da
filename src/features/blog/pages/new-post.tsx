import { pageContext } from '../../../page-context.ts';
import type { Fetch } from '../../../shared/api-client.ts';
import { toResult, withServerTimeout } from '../../../shared/outcome.ts';
import { AsyncContent } from '../../../ui/loads.tsx';
import { PageSpinner } from '../../../ui/page-spinner.tsx';
import { EditorFrame } from '../ui/editor-frame.tsx';
import { requireAuthor } from '../ui/may-write.ts';
import { PostEditor } from '../ui/post-editor.tsx';
import { useBusinessName } from '../ui/use-site.ts';
import { writingClient } from '../writing-client.ts';
import type { Route } from './+types/new-post';

/** What was typed before; the editor opens without it, too. */
const ask = (fetch?: Fetch) =>
  toResult(
    writingClient(fetch)
      .draft('new')
      .catch(() => null),
    '',
  );

export async function loader({ context }: Route.LoaderArgs) {
  const { api } = context.get(pageContext);
  await requireAuthor(api);
  return { draft: await withServerTimeout(ask(api)) };
}

export async function clientLoader() {
  await requireAuthor();
  return { draft: ask() };
}

export const meta: Route.MetaFunction = () => [
  { title: 'Create New Blog Post | PCB Beach Rentals' },
  { name: 'robots', content: 'noindex' },
];

export default function NewPost({ loaderData: { draft } }: Route.ComponentProps) {
  const business = useBusinessName();
  return (
    <AsyncContent
      from={draft}
      pending={<PageSpinner />}
      failed={(message) => <EditorFrame isNew failure={message} />}
    >
      {(found) => <PostEditor post={null} draft={found} business={business} />}
    </AsyncContent>
  );
}
