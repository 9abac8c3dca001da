import { serve } from '../../../platform/http/serve.server.ts';
import { anyQuery } from '../../../platform/http/shapes.server.ts';
import { adminAccess } from '../../auth/access.server.ts';
import { draftOrNoneSchema, editedPostSchema, postSchema } from '../contract.server.ts';
import { draft, newPosts, preview, writtenPost } from './calls.ts';
import { changedPost, done, draftInput, newPost, savedDraft, savePostQuery } from './contract.server.ts';
import { discardDraft, previewDraft, readDraft, saveDraft } from './drafts.server.ts';
import { changePost, createPost, removePost } from './save-post.server.ts';

export const newPostsApi = serve(newPosts, adminAccess).on('create', {
  summary: 'Writes a post; for admins',
  details:
    'Published at once; with a later published_at when that comes; with published_at null it stays a draft. A slug ' +
    'that is left out is made from the title. The HTML is sanitised.',
  query: savePostQuery,
  body: newPost,
  response: editedPostSchema,
  status: 201,
  errors: ['conflict'],
  run: ({ ctx, json, query }) => createPost(ctx, json, { retainsDraft: query.retain_draft }),
});

export const writtenPostApi = serve(writtenPost, adminAccess)
  .on('update', {
    summary: 'Changes a post; for admins',
    details:
      'Only the fields that are sent are written, so two who change different fields at once both keep what they ' +
      'wrote. Of the same field the last one stays, unless the _version that was read is sent along: then a post that ' +
      'somebody else has written since is not changed at all, and the answer is 409 with the post as it is now in ' +
      'current. A body that changes nothing leaves _version and updated_at as they are.',
    query: savePostQuery,
    body: changedPost,
    response: editedPostSchema,
    errors: ['notFound', 'conflict'],
    run: ({ ctx, params, json, query }) =>
      changePost(ctx, params.key, json, { retainsDraft: query.retain_draft }),
  })
  .on('remove', {
    summary: 'Deletes a post; for admins',
    query: anyQuery,
    response: done,
    errors: ['notFound'],
    async run({ ctx, params }) {
      await removePost(ctx, params.key);
      return { success: true };
    },
  });

export const draftApi = serve(draft, adminAccess)
  .on('read', {
    summary: 'What the admin typed into a post (its id, or new) and has not saved',
    response: draftOrNoneSchema,
    errors: ['notFound'],
    run: async ({ ctx, params }) => ({ draft: await readDraft(ctx, params.key) }),
  })
  .on('save', {
    summary: 'Saves what is being typed; nothing of the post itself changes',
    body: draftInput,
    response: savedDraft,
    errors: ['notFound'],
    run: ({ ctx, params, json }) => saveDraft(ctx, params.key, json),
  })
  .on('discard', {
    summary: 'Deletes what was typed and not saved',
    response: done,
    errors: ['notFound'],
    async run({ ctx, params }) {
      await discardDraft(ctx, params.key);
      return { success: true };
    },
  });

export const previewApi = serve(preview, adminAccess).on('read', {
  summary: 'A post as its page would show it with what is typed and not saved',
  response: postSchema,
  errors: ['notFound'],
  run: ({ ctx, params }) => previewDraft(ctx, params.key),
});
