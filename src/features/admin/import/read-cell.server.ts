import { parseInput } from '../../../shared/forms/parse-input.ts';
import type { FieldSchema } from '../../../shared/forms/schema.ts';

/** The apostrophe that the export puts before what a spreadsheet would take for a formula. */
const apostrophe =
  /^'(?=["'\s\u1680\u2000-\u200f\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]*[=+@\uff1d\uff0b\uff0d\uff20\ufe62\ufe63\ufe66\ufe6b-]|'*[\t\r\n])/u;

const booleans: Record<string, boolean> = {
  true: true,
  t: true,
  yes: true,
  y: true,
  '1': true,
  false: false,
  f: false,
  no: false,
  n: false,
  '0': false,
};

/** Reads a CSV cell in the field's type, an empty one as null; what does not fit stays text, for validation to reject. */
export function readCell(field: FieldSchema, cell: string): unknown {
  if (cell.trim() === '') return field.type === 'array' ? [] : null;
  switch (field.type) {
    case 'boolean':
      return booleans[cell.trim().toLowerCase()] ?? cell;
    case 'array':
      return readList(field, cell);
    case 'number':
    case 'integer':
      return field.enum ? matchOption(field, cell) : parseInput(field, cell);
    default:
      return field.enum ? matchOption(field, cell) : cell.replace(apostrophe, '');
  }
}

function matchOption(field: FieldSchema, cell: string): unknown {
  const label = cell.trim().toLowerCase();
  const at = field.enumNames?.findIndex((name) => name.toLowerCase() === label) ?? -1;
  return field.enum?.find((value) => String(value) === cell.trim()) ?? field.enum?.[at] ?? cell;
}

function readList(field: FieldSchema, cell: string): unknown {
  const text = cell.trim();
  if (!text.startsWith('[')) {
    // One pattern that includes the white space would take hours for a cell of a million spaces.
    const lines = text
      .split(/[\r\n]/)
      .map((line) => line.trim())
      .filter((line) => line !== '');
    return field.items ? lines.map((line) => readCell(field.items as FieldSchema, line)) : lines;
  }
  try {
    return JSON.parse(text);
  } catch {
    return cell;
  }
}
