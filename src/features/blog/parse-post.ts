import { listOf, objectWith } from '../../shared/http/parse-response.ts';
import { isRecord } from '../../shared/is-record.ts';
import type { EditablePost, Post, PostPreview, SpecifiedPost } from './post.ts';

type Dates = Pick<PostPreview, 'published_at' | 'updated_at'>;
type Promised = SpecifiedPost & Dates;

/** A post that does not say when it was published or changed is as old as its row. */
const withDates = (body: unknown): unknown =>
  isRecord(body) ? { published_at: body.created_at, updated_at: body.created_at, ...body } : body;

const unsaid = { summary: null, author: '', tags: [], cover: null, reading_minutes: 0 };

const completePreview = objectWith<Promised, PostPreview>(unsaid);
const completePost = objectWith<Promised & Pick<Post, 'html_rich_text'>, Post>({
  ...unsaid,
  word_count: 0,
  related: [],
});
const completeEditable = objectWith<Promised & Pick<Post, 'html_rich_text'>, EditablePost>({
  ...unsaid,
  cover_image_url: '',
});

export const parsePostPreview = (body: unknown): PostPreview => completePreview(withDates(body));

/** A post as its page shows it. */
export function parsePost(body: unknown): Post {
  const post = completePost(withDates(body));
  return { ...post, related: listOf(parsePostPreview)(post.related) };
}

/** A post as administrators write it. */
export const parseEditablePost = (body: unknown): EditablePost => completeEditable(withDates(body));
