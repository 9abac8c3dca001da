import { data } from 'react-router';
import { pageContext } from '../../../load-context.ts';
import { ApiError, type Fetch } from '../../../shared/http/api-error.ts';
import { toResult, withServerTimeout } from '../../../shared/result.ts';
import { AsyncContent } from '../../../ui/loading/async-content.tsx';
import { PageSpinner } from '../../../ui/loading/spinner.tsx';
import { useSiteSettings } from '../../../ui/use-site-settings.ts';
import { draft as draftCalls, editedPost } from '../editor/calls.ts';
import { EditorLayout } from '../editor/editor-layout.tsx';
import { PostEditor } from '../editor/post-editor.tsx';
import { requireAuthor } from '../editor/require-author.ts';
import { type Draft, type EditablePost, noPostMessage } from '../post.ts';
import type { Route } from './+types/edit-post';

interface EditData {
  post: EditablePost;
  draft: Draft | null;
}

const notLoaded = 'Failed to load blog post';

/** The editor opens without the draft, too. */
async function loadPost(id: string, fetch?: Fetch): Promise<EditData> {
  const draft = draftCalls.read({ key: id, fetch }).then(
    ({ draft }) => draft,
    () => null,
  );
  try {
    const post = await editedPost.read({ key: id, fetch });
    // The API returns the published version of a post that is requested by its slug.
    if (String(post.id) !== id) throw new ApiError(404, noPostMessage);
    return { post, draft: await draft };
  } catch (error) {
    throw error instanceof ApiError ? error : new Error(notLoaded);
  }
}

const load = (id: string, fetch?: Fetch) => toResult(loadPost(id, fetch), notLoaded);

export async function loader({ context, params }: Route.LoaderArgs) {
  const { api } = context.get(pageContext);
  await requireAuthor(api);
  const result = await withServerTimeout(load(params.id, api));
  return data({ result }, { status: 'failure' in result ? 404 : 200 });
}

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  await requireAuthor();
  return { result: load(params.id) };
}

export const meta: Route.MetaFunction = () => [
  { title: 'Edit Blog Post | PCB Beach Rentals' },
  { name: 'robots', content: 'noindex' },
];

export default function EditPost({ loaderData: { result } }: Route.ComponentProps) {
  const { business_name: business } = useSiteSettings();
  return (
    <AsyncContent
      from={result}
      pending={<PageSpinner />}
      failed={(message) => <EditorLayout isNew={false} failure={message} />}
    >
      {({ post, draft }) => <PostEditor key={post.id} post={post} draft={draft} business={business} />}
    </AsyncContent>
  );
}
