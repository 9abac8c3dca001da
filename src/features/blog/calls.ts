import { calls, get } from '../../shared/http/calls.ts';
import { listOf, objectWith } from '../../shared/http/request.ts';
import { isRecord } from '../../shared/is-record.ts';
import type { PostListQuery } from './contract.server.ts';
import type { EditablePost, EditedPost, Post, PostPreview } from './post.ts';

type Dates = Pick<PostPreview, 'published_at' | 'updated_at'>;
type Specified = Pick<PostPreview, 'id' | 'slug' | 'title' | 'created_at'> & Dates;

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

const parsePostPreview = (body: unknown): PostPreview => completePreview(withDates(body));

export function parsePost(body: unknown): Post {
  const post = completePost(withDates(body));
  return { ...post, related: listOf(parsePostPreview)(post.related) };
}

export const parseEditablePost = (body: unknown): EditablePost => completeEditable(withDates(body));

/* What guests read; hosts write through `editor/calls.ts`, which guests do not load. */

export const posts = calls('/blog', {
  list: get<PostPreview[], PostListQuery>('', 'Failed to fetch blog posts', {
    parse: listOf(parsePostPreview),
  }),
});

export const post = calls('/blog/:key', {
  read: get<Post | EditedPost, undefined, Post>('', 'Failed to fetch blog post', { parse: parsePost }),
});
