import { redirect } from 'react-router';
import { ApiError, type Fetch } from '../../../shared/http/api-error.ts';
import { listOf, request, requestOk } from '../../../shared/http/request.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { authClient } from '../../auth/client.ts';
import { noPost, parseEditablePost, parsePost, parsePostPreview } from '../client.ts';
import type { Draft, EditablePost, Post, PostInput, PostPreview } from '../post.ts';

/** What admins call of the blog API; guests load none of it. */
export function writingClient(fetch: Fetch = globalThis.fetch) {
  const path = (key: string, part = '') => `/api/blog/${encodeURIComponent(key)}${part}`;
  const write = async (method: string, url: string, fallback: string, json?: object): Promise<void> => {
    await requestOk(fetch, url, fallback, { method, json, messageField: 'error' });
  };
  return {
    /** Drafts and posts of the future, too. */
    allPosts: (): Promise<PostPreview[]> =>
      request(fetch, '/api/blog?drafts=true', 'Failed to fetch blog posts', {
        parse: listOf(parsePostPreview),
      }),
    editedPost: (id: string): Promise<EditablePost> =>
      request(fetch, path(id), noPost, { parse: parseEditablePost }),
    create: (post: PostInput) => write('POST', '/api/blog', 'Failed to create blog post', post),
    /** @throws ApiError 409 with the post as `conflictingPost` reads it, when `_version` is outdated */
    update: (id: string, post: PostInput & { id: string }) =>
      write('PUT', path(id), 'Failed to update blog post', post),
    remove: (id: string) => write('DELETE', path(id), 'Failed to delete blog post'),
    /** @param key the post's id, or `new` */
    draft: async (key: string): Promise<Draft | null> =>
      (await request<{ draft: Draft | null }>(fetch, path(key, '/draft'), 'Failed to load the draft')).draft,
    saveDraft: (key: string, content: object, baseVersion: string | null): Promise<{ saved_at: string }> =>
      request(fetch, path(key, '/draft'), 'Failed to save the draft', {
        method: 'PUT',
        json: { content, base_version: baseVersion },
      }),
    discardDraft: (key: string): Promise<unknown> =>
      requestOk(fetch, path(key, '/draft'), 'Failed to delete the draft', { method: 'DELETE' }),
    preview: (key: string): Promise<Post> =>
      request(fetch, path(key, '/preview'), 'Failed to load the preview', { parse: parsePost }),
  };
}

/** The post as it is now, of an error that says somebody else has changed it. */
export function conflictingPost(error: unknown): EditablePost | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const { current } = error.details;
  return isRecord(current) ? parseEditablePost(current) : null;
}

/** Lets only admins pass: anonymous visitors go to the home page, users to the blog, unconfirmed admins to where they confirm. */
export async function requireAuthor(fetch?: Fetch): Promise<void> {
  const client = authClient(fetch);
  if (!(await client.me())) throw redirect('/');
  const { isAdmin, needsReauthentication } = await client.adminStatus();
  if (!isAdmin) throw redirect('/blog');
  if (needsReauthentication) throw redirect('/account');
}
