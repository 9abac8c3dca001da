import { pageContext } from '../../../load-context.ts';
import type { Fetch } from '../../../shared/http/api-error.ts';
import { toResult, withServerTimeout } from '../../../shared/result.ts';
import { AsyncContent } from '../../../ui/loading/async-content.tsx';
import { PageSpinner } from '../../../ui/loading/page-spinner.tsx';
import { useSiteSettings } from '../../../ui/use-site-settings.ts';
import { requireAuthor, writingClient } from '../editor/client.ts';
import { EditorFrame } from '../editor/editor-layout.tsx';
import { PostEditor } from '../editor/post-editor.tsx';
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
  const { business_name: business } = useSiteSettings();
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
