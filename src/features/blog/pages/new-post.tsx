import { pageContext } from '../../../load-context.ts';
import type { Fetch } from '../../../shared/http/api-error.ts';
import { toResult, withServerTimeout } from '../../../shared/result.ts';
import { AsyncContent } from '../../../ui/loading/async-content.tsx';
import { PageSpinner } from '../../../ui/loading/spinner.tsx';
import { useSiteSettings } from '../../../ui/use-site-settings.ts';
import { draft } from '../editor/calls.ts';
import { EditorLayout } from '../editor/editor-layout.tsx';
import { PostEditor } from '../editor/post-editor.tsx';
import { requireAuthor } from '../editor/require-author.ts';
import type { Route } from './+types/new-post';

/** The editor opens without the draft, too. */
const load = (fetch?: Fetch) =>
  toResult(
    draft.read({ key: 'new', fetch }).then(
      ({ draft }) => draft,
      () => null,
    ),
    '',
  );

export async function loader({ context }: Route.LoaderArgs) {
  const { api } = context.get(pageContext);
  await requireAuthor(api);
  return { draft: await withServerTimeout(load(api)) };
}

export async function clientLoader() {
  await requireAuthor();
  return { draft: load() };
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
      failed={(message) => <EditorLayout isNew failure={message} />}
    >
      {(saved) => <PostEditor post={null} draft={saved} business={business} />}
    </AsyncContent>
  );
}
