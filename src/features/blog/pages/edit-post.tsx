import { data } from 'react-router';
import { pageContext } from '../../../load-context.ts';
import { ApiError, type Fetch } from '../../../shared/http/api-error.ts';
import { toResult, withServerTimeout } from '../../../shared/result.ts';
import { AsyncContent } from '../../../ui/loading/async-content.tsx';
import { PageSpinner } from '../../../ui/loading/page-spinner.tsx';
import { useSiteSettings } from '../../../ui/use-site-settings.ts';
import { requireAuthor, writingClient } from '../editor/client.ts';
import { EditorFrame } from '../editor/editor-layout.tsx';
import { PostEditor } from '../editor/post-editor.tsx';
import type { Draft, EditablePost } from '../post.ts';
import type { Route } from './+types/edit-post';

interface Found {
  post: EditablePost;
  draft: Draft | null;
}

const notLoaded = 'Failed to load blog post';

/** The post and what was typed into it before; it opens without the latter, too. */
async function find(id: string, fetch?: Fetch): Promise<Found> {
  const client = writingClient(fetch);
  const draft = client.draft(id).catch(() => null);
  try {
    const post = await client.editedPost(id);
    // A slug would be answered with the post as it is read.
    if (String(post.id) !== id) throw new ApiError(404, 'Blog post not found');
    return { post, draft: await draft };
  } catch (error) {
    throw error instanceof ApiError ? error : new Error(notLoaded);
  }
}

const ask = (id: string, fetch?: Fetch) => toResult(find(id, fetch), notLoaded);

export async function loader({ context, params }: Route.LoaderArgs) {
  const { api } = context.get(pageContext);
  await requireAuthor(api);
  const found = await withServerTimeout(ask(params.id, api));
  return data({ found }, { status: 'failure' in found ? 404 : 200 });
}

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  await requireAuthor();
  return { found: ask(params.id) };
}

export const meta: Route.MetaFunction = () => [
  { title: 'Edit Blog Post | PCB Beach Rentals' },
  { name: 'robots', content: 'noindex' },
];

export default function EditPost({ loaderData: { found } }: Route.ComponentProps) {
  const { business_name: business } = useSiteSettings();
  return (
    <AsyncContent
      from={found}
      pending={<PageSpinner />}
      failed={(message) => <EditorFrame isNew={false} failure={message} />}
    >
      {({ post, draft }) => <PostEditor key={post.id} post={post} draft={draft} business={business} />}
    </AsyncContent>
  );
}
