import type { FieldSchema } from '../../../shared/forms/schema.ts';

export type FieldKind =
  | 'boolean'
  | 'choice'
  | 'date'
  | 'email'
  | 'id'
  | 'link'
  | 'list'
  | 'moment'
  | 'money'
  | 'number'
  | 'picture'
  | 'reference'
  | 'rich'
  | 'text';

const imageFieldName = /media_url|image|photo|poster|banner|picture|icon_url|thumb/;
const richName = /rich_text|html/;

const byFormat: Record<string, FieldKind> = {
  date: 'date',
  'date-time': 'moment',
  email: 'email',
  uri: 'link',
};

/** Decides by type, format and name; everything else is text. */
export function fieldKind(name: string, field: FieldSchema): FieldKind {
  if (field.primaryKey) return 'id';
  if (field.references) return 'reference';
  if (field.type === 'boolean') return 'boolean';
  if (field.type === 'array')
    return field.items?.format === 'uri' && imageFieldName.test(name) ? 'picture' : 'list';
  if (field.type === 'number' || field.type === 'integer') {
    if (field.enum) return 'choice';
    return field.unit === 'cents' ? 'money' : 'number';
  }
  if (field.enum) return 'choice';
  if (field.format === 'uri' && imageFieldName.test(name)) return 'picture';
  if (richName.test(name)) return 'rich';
  return byFormat[field.format ?? ''] ?? 'text';
}

export const fieldTitle = (name: string, field: FieldSchema | undefined): string => field?.title || name;
