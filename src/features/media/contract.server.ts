import Type, { type Static } from 'typebox';
import {
  choice,
  cleanedText,
  convertedField,
  described,
  field,
  filter,
  flagText,
  optional,
  wholeNumberText,
} from '../../platform/http/fields.server.ts';
import { body, type Parsed, query, type Sent } from '../../platform/http/shapes.server.ts';
import mediaSchema from '../../shared/schemas/media.ts';
import { idSchema, momentSchema, orNull } from '../../shared/value-schemas.server.ts';

const { kind, status, alt } = mediaSchema.properties;

const pixels = orNull(Type.Integer(), { description: 'null for files and videos' });

const media = Type.Object({
  id: idSchema,
  kind: Type.Enum([...kind.enum]),
  url: Type.String({
    description:
      'What fields hold: /media/{id}/1800.jpg, /media/{id}/video.mp4 or /files/{id}/price-list.pdf',
  }),
  thumb: orNull(Type.String()),
  alt: Type.String(),
  width: pixels,
  height: pixels,
  status: Type.Enum([...status.enum], {
    description: 'A picture is processing until all its sizes are made; its url works at once',
  }),
  error: Type.String(),
  originalName: Type.String(),
  sizeBytes: Type.Integer(),
  createdAt: momentSchema,
});
export type Media = Static<typeof media>;

export const uploadForm = {
  type: 'multipart/form-data',
  schema: Type.Object({
    file: Type.String({ format: 'binary' }),
    alt: Type.Optional(Type.String({ maxLength: alt.maxLength, description: 'What a picture shows' })),
  }),
};

export const uploadedMedia = Type.Object({ media_url: Type.String(), media });
export const uploadedFile = Type.Object({ file_url: Type.String(), media });
export type UploadedMedia = Static<typeof uploadedMedia>;
export type UploadedFile = Static<typeof uploadedFile>;

export const libraryPageSize = 48;
const maxPages = 1_000_000;

const search = cleanedText('The search', { max: 200, tooLong: 'Maximum length is 200' });

export const libraryQuery = query({
  search: described('Stands in the name or the alternative text', optional(search, '')),
  kind: described('Only these', filter(choice(kind.enum, `Kind is one of ${kind.enum.join(', ')}`))),
  unused: described('Only what nothing uses', filter(flagText('Unused is true or false'))),
  page: described('From 1', optional(wholeNumberText('Page is a number from 1', 1, maxPages), 1)),
});
export type LibraryQuery = Sent<typeof libraryQuery>;
export type ParsedLibraryQuery = Parsed<typeof libraryQuery>;

const libraryMedia = Type.Object({
  ...media.properties,
  uses: Type.Integer({ description: 'Rows that use it' }),
});
export type LibraryMedia = Static<typeof libraryMedia>;

export const libraryPage = Type.Object({ data: Type.Array(libraryMedia), total: Type.Integer() });
export type LibraryPage = Static<typeof libraryPage>;

const mediaUse = Type.Object({
  table: Type.String(),
  title: Type.String(),
  rowId: Type.String(),
  label: Type.String(),
  field: Type.String({ description: 'Empty where the row as a whole is meant' }),
  fieldTitle: Type.String(),
});
export type MediaUse = Static<typeof mediaUse>;

export const mediaUses = Type.Object({ data: Type.Array(mediaUse) });
export type MediaUses = Static<typeof mediaUses>;

const maxBulkIds = 1_000;

const ids = convertedField(
  field<string[]>(
    Type.Array(idSchema, { minItems: 1, maxItems: maxBulkIds }),
    `Please name 1 to ${maxBulkIds} uploads by their ids`,
  ),
  (ids) => [...new Set(ids)],
);

export const mediaIds = body({ ids }, { ignored: 'unknown' });
export type MediaIds = Sent<typeof mediaIds>;

export const deletedCount = Type.Object({ deleted: Type.Integer() });
export type DeletedCount = Static<typeof deletedCount>;
