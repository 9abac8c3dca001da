import { ApiError, bodyOf, type Fetch } from '../../shared/api-client.ts';
import { typedClient } from '../../shared/typed-client.ts';
import type { BlogApi } from './api.server.ts';
import type { Draft, EditedPost, Post, PostInput, PostPreview } from './post.ts';

/** A refusal to write over what somebody else has written meanwhile: `current` is the post as it is now. */
export class ChangedMeanwhile extends ApiError {
  readonly current: EditedPost;

  constructor(message: string, current: EditedPost) {
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
      bodyOf(fetch('/api/blog?drafts=true'), 'Failed to fetch blog posts'),
    /** A post as administrators write it. */
    editedPost: (id: string): Promise<EditedPost> =>
      bodyOf<unknown>(
        blog[':key'].$get({ param: { key: id } }),
        'Blog post not found',
      ) as Promise<EditedPost>,
    create: (post: PostInput): Promise<EditedPost> =>
      bodyOf(blog.$post({ json: post }), 'Failed to create blog post'),
    /** @throws ChangedMeanwhile when `_version` is no longer the present one */
    update: async (id: string, post: PostInput & { id: string }): Promise<EditedPost> => {
      const answer = await blog[':key'].$put({ param: { key: id }, json: post });
      if (answer.status === 409) {
        const { message, current } = (await answer.clone().json()) as {
          message: string;
          current?: EditedPost;
        };
        if (current) throw new ChangedMeanwhile(message, current);
      }
      return bodyOf<unknown>(Promise.resolve(answer), 'Failed to update blog post') as Promise<EditedPost>;
    },
    remove: (id: string): Promise<unknown> =>
      bodyOf(blog[':key'].$delete({ param: { key: id } }), 'Failed to delete blog post'),
    /** @param key the post's id, or `new` */
    draft: async (key: string): Promise<Draft | null> =>
      (await bodyOf(blog[':key'].draft.$get({ param: { key } }), 'Failed to load what was not saved')).draft,
    saveDraft: (key: string, content: object, baseVersion: string | null): Promise<{ saved_at: string }> =>
      bodyOf(
        blog[':key'].draft.$put({ param: { key }, json: { content, base_version: baseVersion } }),
        'Failed to keep what was typed',
      ),
    dropDraft: (key: string): Promise<unknown> =>
      bodyOf(blog[':key'].draft.$delete({ param: { key } }), 'Failed to forget what was typed'),
    preview: (key: string): Promise<Post> =>
      bodyOf(blog[':key'].preview.$get({ param: { key } }), 'Failed to load the preview'),
  };
}
