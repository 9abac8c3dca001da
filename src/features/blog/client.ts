import { ApiError, type Fetch } from '../../shared/http/api-error.ts';
import { listOf, objectWith, request } from '../../shared/http/request.ts';
import { isRecord } from '../../shared/is-record.ts';
import type { EditablePost, Post, PostPreview, SpecifiedPost } from './post.ts';

/** The specification's message (§8) for a post that is not there. */
export const noPost = 'Blog post not found';

/** What guests read through the blog API; hosts write through `editor/client.ts`. */
export function blogClient(fetch: Fetch = globalThis.fetch) {
  return {
    posts: (): Promise<PostPreview[]> =>
      request(fetch, '/api/blog', 'Failed to fetch blog posts', { parse: listOf(parsePostPreview) }),
    /** @throws ApiError 404 'Blog post not found' */
    post: (slug: string): Promise<Post> =>
      request(fetch, `/api/blog/${encodeURIComponent(slug)}`, 'Failed to fetch blog post', {
        parse: parsePost,
      }).catch((error: unknown) => {
        const isBare = error instanceof ApiError && error.status === 404 && !error.details.message;
        throw isBare ? new ApiError(404, noPost) : error;
      }),
  };
}

type Dates = Pick<PostPreview, 'published_at' | 'updated_at'>;
type Specified = SpecifiedPost & Dates;

/** A post without dates of its own is as old as its row. */
const withDates = (body: unknown): unknown =>
  isRecord(body) ? { published_at: body.created_at, updated_at: body.created_at, ...body } : body;

const defaults = { summary: null, author: '', tags: [], cover: null, reading_minutes: 0 };

const completePreview = objectWith<Specified, PostPreview>(defaults);
const completePost = objectWith<Specified & Pick<Post, 'html_rich_text'>, Post>({
  ...defaults,
  word_count: 0,
  related: [],
});
const completeEditable = objectWith<Specified & Pick<Post, 'html_rich_text'>, EditablePost>({
  ...defaults,
  cover_image_url: '',
});

export const parsePostPreview = (body: unknown): PostPreview => completePreview(withDates(body));

export function parsePost(body: unknown): Post {
  const post = completePost(withDates(body));
  return { ...post, related: listOf(parsePostPreview)(post.related) };
}

export const parseEditablePost = (body: unknown): EditablePost => completeEditable(withDates(body));
