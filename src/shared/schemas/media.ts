import {
  choice,
  integer,
  integerMax,
  list,
  moment,
  optional,
  optionalText,
  table,
  text,
  uuidKey,
} from '../forms/field-builders.ts';

const byUpload = { readOnly: true };

export default table(
  {
    id: uuidKey(),
    kind: choice(['image', 'video', 'file'], {
      title: 'Kind',
      enumNames: ['Image', 'Video', 'File'],
      ...byUpload,
    }),
    alt: optionalText({
      title: 'Alternative text',
      description: 'What a picture shows, for people who cannot see it',
      maxLength: 500,
      searchable: true,
    }),
    width: optional(integer({ title: 'Width in pixels', minimum: 1, maximum: integerMax, ...byUpload })),
    height: optional(integer({ title: 'Height in pixels', minimum: 1, maximum: integerMax, ...byUpload })),
    widths: optional(
      list(integer({ title: 'Width', minimum: 1, maximum: integerMax }), {
        title: 'Widths kept',
        default: [],
        ...byUpload,
      }),
    ),
    blur_data_url: optionalText({ title: 'Blurred placeholder', maxLength: 4096, ...byUpload }),
    type: text({ title: 'Content type', maxLength: 100, ...byUpload }),
    size_bytes: integer({
      title: 'Size in bytes',
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      ...byUpload,
    }),
    original_name: text({ title: 'Original name', maxLength: 255, searchable: true, ...byUpload }),
    status: optional(
      choice(['processing', 'ready', 'failed'], {
        title: 'Status',
        description: 'Whether all sizes of a picture have been made',
        enumNames: ['Being prepared', 'Ready', 'Failed'],
        default: 'ready',
        ...byUpload,
      }),
    ),
    error: optionalText({ title: 'What failed', maxLength: 500, ...byUpload }),
    created_at: moment('Uploaded', { indexed: true }),
  },
  {
    title: 'Media',
    description: 'Uploaded pictures, videos and files',
    order: 8,
    group: 'site',
    label: 'original_name',
    verbs: { create: false },
    deleteNote: 'Pages that use it lose it; the library says where it is used.',
  },
);
