import Type from 'typebox';
import type { Description } from '../../platform/openapi/document.server.ts';
import { libraryPageSize } from './media.ts';

const text = Type.String();
const pixels = Type.Union([Type.Integer(), Type.Null()]);

const mediaFields = {
  id: Type.String({ format: 'uuid' }),
  kind: Type.Enum(['image', 'video', 'file']),
  url: Type.String({ description: 'What fields hold' }),
  thumb: Type.Union([text, Type.Null()]),
  alt: text,
  width: pixels,
  height: pixels,
  status: Type.Enum(['processing', 'ready', 'failed'], {
    description: 'A picture is processing until all its sizes are made; its url works at once',
  }),
  error: text,
  originalName: text,
  sizeBytes: Type.Integer(),
  createdAt: Type.String({ format: 'date-time' }),
};
const media = Type.Object(mediaFields);

const form = Type.Object({
  file: Type.String({ format: 'binary' }),
  alt: Type.Optional(Type.String({ maxLength: 500, description: 'What a picture shows' })),
});

const admins = ['invalid', 'unauthenticated', 'forbidden'] as const;
const uploads = [...admins, 'tooLarge', 'unsupportedType', 'unavailable'] as const;

export const descriptions = {
  uploadMedia: {
    summary: 'Uploads a picture or a video',
    details:
      'JPEG, PNG, WebP, AVIF and GIF pictures up to 15 MB and 50 megapixels (AVIF 24), MP4 and WebM videos up to 200 MB; the type is told from the content. Pictures are re-encoded without what the camera wrote into them. Programs name the site in an Origin header.',
    body: form,
    bodyType: 'multipart/form-data',
    answer: Type.Object({ media_url: text, media }),
    refusals: [...uploads],
  },
  uploadFile: {
    summary: 'Uploads a file that people download',
    details:
      'PDF, text, CSV, Word, Excel, PowerPoint, OpenDocument and ZIP files up to 25 MB, and pictures. Served as an attachment only; a picture becomes one of the library. Programs name the site in an Origin header.',
    body: form,
    bodyType: 'multipart/form-data',
    answer: Type.Object({ file_url: text, media }),
    refusals: [...uploads],
  },
  library: {
    summary: 'The media library, newest first',
    details: `${libraryPageSize} on a page.`,
    query: {
      search: { schema: text, description: 'Stands in the name or the alternative text' },
      kind: { schema: Type.Enum(['image', 'video', 'file']), description: 'Only these' },
      unused: { schema: Type.Boolean(), description: 'Only what nothing uses' },
      page: { schema: Type.Integer({ minimum: 1 }), description: 'From 1' },
    },
    answer: Type.Object({
      data: Type.Array(
        Type.Object({ ...mediaFields, uses: Type.Integer({ description: 'Rows that use it' }) }),
      ),
      total: Type.Integer(),
    }),
    refusals: [...admins],
  },
  uses: {
    summary: 'Where an upload is used',
    details: 'Drafts of posts and rows in the trash count, too. At most 500.',
    answer: Type.Object({
      data: Type.Array(
        Type.Object({ table: text, title: text, rowId: text, label: text, field: text, fieldTitle: text }),
      ),
    }),
    refusals: [...admins, 'notFound'],
  },
  deleteUnused: {
    summary: 'Deletes those of the named uploads that nothing uses',
    details: 'They can be brought back from the trash for 30 days.',
    body: Type.Object({
      ids: Type.Array(Type.String({ format: 'uuid' }), { minItems: 1, maxItems: 1000 }),
    }),
    answer: Type.Object({ deleted: Type.Integer() }),
    refusals: [...admins, 'tooLarge', 'unsupportedType'],
  },
} satisfies Record<string, Description>;
