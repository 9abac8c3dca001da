import { type FieldSchema, isRichText, isSupported } from '../../shared/forms/schema.ts';

export type Widget =
  | 'readonly'
  | 'reference'
  | 'list'
  | 'richText'
  | 'media'
  | 'file'
  | 'select'
  | 'checkbox'
  | 'date'
  | 'datetime'
  | 'email'
  | 'url'
  | 'money'
  | 'number'
  | 'textarea'
  | 'text'
  | 'unsupported';

/** Parts of names as specified; `is_` and the like begin a word: `is_listed`, not `this_week`. */
const names = {
  media: /media_url|image|photo/,
  file: /file_url|document/,
  checkbox: /checkbox|(^|_)(is|has)_/,
  email: /(^|_)email(_|$)/,
  url: /(^|_)(uri|url|link)s?(_|$)/,
  textarea: /description|message/,
};

/** The admin modal's choice (specification, section 5), in its order; references, lists and numbers are our own. */
export function widgetFor(name: string, field: FieldSchema): Widget {
  if (field.readOnly || field.primaryKey) return 'readonly';
  if (!isSupported(field)) return 'unsupported';
  if (field.references) return 'reference';
  if (field.type === 'array') return 'list';
  return (field.type === 'string' ? textWidget(name, field) : null) ?? plainWidget(name, field);
}

function textWidget(name: string, field: FieldSchema): Widget | null {
  if (isRichText(name, field)) return 'richText';
  if (names.media.test(name)) return 'media';
  if (names.file.test(name)) return 'file';
  return null;
}

function plainWidget(name: string, field: FieldSchema): Widget {
  if (field.enum) return 'select';
  if (field.type === 'boolean' || names.checkbox.test(name)) return 'checkbox';
  if (field.type !== 'string') return field.unit === 'cents' ? 'money' : 'number';
  if (field.format === 'date') return 'date';
  if (field.format === 'date-time') return 'datetime';
  if (field.format === 'email' || names.email.test(name)) return 'email';
  if (field.format === 'uri' || names.url.test(name)) return 'url';
  if (field.format === 'textarea' || (field.maxLength ?? 0) > 255 || names.textarea.test(name))
    return 'textarea';
  return 'text';
}
