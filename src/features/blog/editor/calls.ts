import { calls, get, postOnly, put, putOnly, removeOnly } from '../../../shared/http/calls.ts';
import { parseEditablePost, parsePost } from '../calls.ts';
import { type Draft, type EditablePost, type EditedPost, noPostMessage, type Post } from '../post.ts';
import type { PostInput, SavePostQuery, SentDraft } from './contract.server.ts';

const byError = { messageField: 'error' } as const;

export const newPosts = calls('/blog', {
  create: postOnly<PostInput, SavePostQuery>('', 'Failed to create blog post', byError),
});

/** `update` rejects with an ApiError 409 that `conflictingPost` reads, when `_version` is outdated. */
export const writtenPost = calls('/blog/:key', {
  update: putOnly<PostInput, SavePostQuery>('', 'Failed to update blog post', byError),
  remove: removeOnly('', 'Failed to delete blog post', byError),
});

/** The call `post.read` as it responds to admins, by the post's id. */
export const editedPost = calls('/blog/:key', {
  read: get<Post | EditedPost, undefined, EditablePost>('', noPostMessage, { parse: parseEditablePost }),
});

/** `key` is the post's id, or `new`. */
export const draft = calls('/blog/:key/draft', {
  read: get<{ draft: Draft | null }>('', 'Failed to load the draft'),
  save: put<SentDraft, { saved_at: string }>('', 'Failed to save the draft'),
  discard: removeOnly('', 'Failed to delete the draft'),
});

export const preview = calls('/blog/:key/preview', {
  read: get<Post>('', 'Failed to load the preview', { parse: parsePost }),
});
