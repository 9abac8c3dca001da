import { allowSlowBody } from '../../platform/http/body.server.ts';
import { serve } from '../../platform/http/serve.server.ts';
import { adminAccess } from '../auth/access.server.ts';
import { mediaLibrary, oneMedia, uploads } from './calls.ts';
import {
  deletedCount,
  libraryPage,
  libraryPageSize,
  libraryQuery,
  mediaIds,
  mediaUses,
  uploadedFile,
  uploadedMedia,
  uploadForm,
} from './contract.server.ts';
import { deleteUnused, listLibrary, listUsages } from './library/library.server.ts';
import { uploadFile, uploadMedia } from './uploads/upload.server.ts';

export const uploadsApi = serve(uploads, adminAccess)
  .on('media', {
    summary: 'Uploads a picture or a video',
    details:
      'JPEG, PNG, WebP, AVIF and GIF pictures up to 15 MB and 50 megapixels (AVIF 24), MP4 and WebM videos up to 200 MB; the type is told from the content. Pictures are re-encoded without what the camera wrote into them. Programs name the site in an Origin header.',
    rawBody: uploadForm,
    response: uploadedMedia,
    errors: ['tooLarge', 'unsupportedType', 'unavailable'],
    async run({ ctx, c }) {
      allowSlowBody(c);
      const media = await uploadMedia(ctx, c.req.raw);
      return { media_url: media.url, media };
    },
  })
  .on('file', {
    summary: 'Uploads a file that people download',
    details:
      'PDF, text, CSV, Word, Excel, PowerPoint, OpenDocument and ZIP files up to 25 MB, and pictures. Served as an attachment only; a picture becomes one of the library. Programs name the site in an Origin header.',
    rawBody: uploadForm,
    response: uploadedFile,
    errors: ['tooLarge', 'unsupportedType', 'unavailable'],
    async run({ ctx, c }) {
      allowSlowBody(c);
      const media = await uploadFile(ctx, c.req.raw);
      return { file_url: media.url, media };
    },
  });

export const mediaLibraryApi = serve(mediaLibrary, adminAccess)
  .on('list', {
    summary: 'The media library, newest first',
    details: `${libraryPageSize} on a page.`,
    query: libraryQuery,
    response: libraryPage,
    run: ({ ctx, query }) => listLibrary(ctx, query),
  })
  .on('deleteUnused', {
    summary: 'Deletes those of the named uploads that nothing uses',
    details: 'They can be brought back from the trash for 30 days.',
    body: mediaIds,
    response: deletedCount,
    run: async ({ ctx, json }) => ({ deleted: await deleteUnused(ctx, json.ids) }),
  });

export const oneMediaApi = serve(oneMedia, adminAccess).on('uses', {
  summary: 'Where an upload is used',
  details: 'Drafts of posts and rows in the trash count, too. At most 500.',
  response: mediaUses,
  errors: ['notFound'],
  run: async ({ ctx, params }) => ({ data: await listUsages(ctx, params.id) }),
});
