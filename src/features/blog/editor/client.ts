import { ApiError, expectOk, type Fetch, readJson } from '../../../shared/http/api-error.ts';
import { listOf } from '../../../shared/http/parse-response.ts';
import { typedClient } from '../../../shared/http/rpc-client.ts';
import { isRecord } from '../../../shared/is-record.ts';
import type { BlogApi } from '../api.server.ts';
import { noPost } from '../client.ts';
import { parseEditablePost, parsePost, parsePostPreview } from '../parse-post.ts';
import type { Draft, EditablePost, Post, PostInput, PostPreview } from '../post.ts';

/** A refusal to write over what somebody else has written meanwhile: `current` is the post as it is now. */
export class ChangedMeanwhile extends ApiError {
  readonly current: EditablePost;

  constructor(message: string, current: EditablePost) {
    super(409, message);
    this.current = current;
  }
}

/** What administrators call of the blog API; in the browser with its own `fetch`. Guests load none of it. */
export function writingClient(fetch: Fetch = globalThis.fetch) {
  const { blog } = typedClient<BlogApi>(fetch);
  return {
    /** Drafts and posts of the future, too; for administrators. */
    allPosts: (): Promise<PostPreview[]> =>
      readJson(fetch('/api/blog?drafts=true'), 'Failed to fetch blog posts', listOf(parsePostPreview)),
    /** A post as administrators write it. */
    editedPost: (id: string): Promise<EditablePost> =>
      readJson(blog[':key'].$get({ param: { key: id } }), noPost, parseEditablePost),
    create: async (post: PostInput): Promise<void> => {
      await expectOk(blog.$post({ json: post }), 'Failed to create blog post', 'error');
    },
    /** @throws ChangedMeanwhile when `_version` is no longer the present one */
    update: async (id: string, post: PostInput & { id: string }): Promise<void> => {
      const response = await blog[':key'].$put({ param: { key: id }, json: post });
      const conflict: unknown =
        response.status === 409
          ? await response
              .clone()
              .json()
              .catch(() => null)
          : null;
      if (isRecord(conflict) && isRecord(conflict.current))
        throw new ChangedMeanwhile(String(conflict.message), parseEditablePost(conflict.current));
      await expectOk(Promise.resolve(response), 'Failed to update blog post', 'error');
    },
    remove: async (id: string): Promise<void> => {
      await expectOk(blog[':key'].$delete({ param: { key: id } }), 'Failed to delete blog post', 'error');
    },
    /** @param key the post's id, or `new` */
    draft: async (key: string): Promise<Draft | null> =>
      (await readJson(blog[':key'].draft.$get({ param: { key } }), 'Failed to load what was not saved'))
        .draft,
    saveDraft: (key: string, content: object, baseVersion: string | null): Promise<{ saved_at: string }> =>
      readJson(
        blog[':key'].draft.$put({ param: { key }, json: { content, base_version: baseVersion } }),
        'Failed to keep what was typed',
      ),
    dropDraft: (key: string): Promise<unknown> =>
      expectOk(blog[':key'].draft.$delete({ param: { key } }), 'Failed to forget what was typed'),
    preview: (key: string): Promise<Post> =>
      readJson(blog[':key'].preview.$get({ param: { key } }), 'Failed to load the preview', parsePost),
  };
}
