import Type, { type Static } from 'typebox';
import {
  body,
  choice,
  described,
  type Field,
  field,
  filter,
  optional,
  type Parsed,
  query,
  type Sent,
  text,
  wholeNumberText,
} from '../../platform/http/fields.server.ts';
import mediaSchema from '../../shared/schemas/media.ts';
import { isUuid } from '../../shared/uuid.ts';

const { kind, status, alt } = mediaSchema.properties;

const uuid = Type.String({ format: 'uuid' });
const pixels = Type.Union([Type.Integer(), Type.Null()], { description: 'null for files and videos' });

const media = Type.Object({
  id: uuid,
  kind: Type.Enum([...kind.enum]),
  url: Type.String({
    description:
      'What fields hold: /media/{id}/1800.jpg, /media/{id}/video.mp4 or /files/{id}/price-list.pdf',
  }),
  thumb: Type.Union([Type.String(), Type.Null()]),
  alt: Type.String(),
  width: pixels,
  height: pixels,
  status: Type.Enum([...status.enum], {
    description: 'A picture is processing until all its sizes are made; its url works at once',
  }),
  error: Type.String(),
  originalName: Type.String(),
  sizeBytes: Type.Integer(),
  createdAt: Type.String({ format: 'date-time' }),
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

const search: Field<string> = {
  ...text('', 200, 'Maximum length is 200'),
  isCleaned: true,
  parse: (value) => String(value).toWellFormed().replaceAll('\0', '').trim(),
};

const flagText = (message: string) =>
  field<boolean, 'true' | 'false'>(
    Type.Boolean(),
    message,
    (value) => value === 'true' || value === 'false',
    (value) => value === 'true',
  );

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

const ids = field<string[]>(
  Type.Array(uuid, { minItems: 1, maxItems: maxBulkIds }),
  `Please name 1 to ${maxBulkIds} uploads by their ids`,
  (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= maxBulkIds &&
    value.every((id) => typeof id === 'string' && isUuid(id)),
  (value) => [...new Set(value)],
);

export const mediaIds = body({ ids }, { ignored: 'unknown' });
export type MediaIds = Sent<typeof mediaIds>;

export const deletedCount = Type.Object({ deleted: Type.Integer() });
export type DeletedCount = Static<typeof deletedCount>;
