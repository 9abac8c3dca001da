import { parse } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';
import type { Table } from '../../../db/tables.server.ts';
import { AppError } from '../../../shared/errors.ts';
import type { FieldSchema } from '../../../shared/forms/schema.ts';

export const csvLimits = { bytes: 5_000_000, rows: 10_000, columns: 1_000 };

export interface CsvRow {
  /** Its first line in the file, from 1. */
  line: number;
  cells: Map<string, string>;
  /** Why its values cannot be matched: fewer or more than the heading has columns. */
  problem?: string;
}

export interface CsvTable {
  columns: string[];
  unknownColumns: string[];
  /** Known columns that hosts may not set. */
  ignoredColumns: string[];
  rows: CsvRow[];
}

const invalid = (message: string): AppError => new AppError('invalid', message);

/** The line in which Excel names the delimiter; empty lines may precede it. */
const separatorLine = /^(?:[ \t]*(?:\r\n|\n|\r))*"?sep=([^\r\n"])"?[,;\t]*(?:\r\n|\n|\r)/i;
const delimiters = [',', ';', '\t'];

interface Layout {
  delimiter: string;
  /** The text before the table, such as `sep=;`. */
  preamble: string;
  /** Records above the heading: Numbers writes the name of a table there. */
  titleRecords: number;
}

/** Finds the delimiter under which one of the first two records names the most columns of the table. */
function detectLayout(table: Table, text: string): Layout {
  const [preamble = '', separator] = separatorLine.exec(text) ?? [];
  const body = text.slice(preamble.length);
  const layouts = (separator === undefined ? delimiters : [separator]).flatMap((delimiter) =>
    firstRecords(body, delimiter).map((cells, titleRecords) => ({
      layout: { delimiter, preamble, titleRecords },
      columns: cells.filter((cell) => findColumn(table, cell.trim()) !== undefined).length,
      cells: cells.length,
    })),
  );
  const headings = layouts.filter(({ layout }) => layout.titleRecords === 0);
  const named = headings.some(({ columns }) => columns > 0) ? headings : layouts;
  const [best] = named.toSorted((one, other) => other.columns - one.columns || other.cells - one.cells);
  return best && best.columns > 0
    ? best.layout
    : { delimiter: separator ?? best?.layout.delimiter ?? ',', preamble, titleRecords: 0 };
}

/** Returns the first two records, or none if the text cannot be read with this delimiter. */
function firstRecords(text: string, delimiter: string): string[][] {
  try {
    return parseSync(text, {
      delimiter,
      to: 2,
      relax_column_count: true,
      relax_quotes: true,
      skip_records_with_empty_values: true,
    });
  } catch {
    return [];
  }
}

const lineBreak = /\r\n|\n|\r/g;

interface ParsedRecord {
  record: string[];
  info: { lines: number };
}

/**
 * Parses a CSV file whose heading has the columns by name or title. Skips empty lines, `sep=` and a title above the
 * heading.
 * @throws AppError `invalid` with the reason
 */
export async function readCsv(table: Table, bytes: Buffer): Promise<CsvTable> {
  const text = decode(bytes);
  const { delimiter, preamble, titleRecords } = detectLayout(table, text);
  const parser = parse({
    delimiter,
    info: true,
    relax_column_count: true,
    // The parser skips them: a million empty lines handed over one by one would block the process.
    skip_records_with_empty_values: true,
  });
  const lines: { line: number; cells: string[] }[] = [];
  // csv-parse counts a CR LF inside quotes as two lines.
  let miscounted = -countMatches([preamble], lineBreak);
  parser.end(text.slice(preamble.length));
  try {
    for await (const { record, info } of parser as AsyncIterable<ParsedRecord>) {
      if (lines.length > csvLimits.rows + titleRecords)
        throw invalid('The file has more than 10,000 rows. Please split it.');
      miscounted += countMatches(record, /\r\n/g);
      lines.push({
        line: info.lines - miscounted - countMatches(record, lineBreak),
        cells: record,
      });
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    const { lines: line } = error as { lines?: number };
    throw invalid(`Line ${(line ?? 1) - miscounted} cannot be read as CSV. Is a quotation mark missing?`);
  }
  const [heading, ...records] = lines.slice(titleRecords);
  if (!heading || records.length === 0) throw invalid('The file has no rows below its heading.');
  if (heading.cells.length > csvLimits.columns) throw invalid('The file has more than 1,000 columns.');
  return matchColumns(table, heading.cells, records);
}

/** Excel saves "Unicode Text" as UTF-16 with a mark; all else must be UTF-8. */
function detectEncoding([first, second]: Buffer): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder(detectEncoding(bytes), { fatal: true }).decode(bytes).replace(/^\ufeff+/, '');
  } catch {
    throw invalid('The file is not UTF-8 text. Please save it as “CSV UTF-8”.');
  }
}

const countMatches = (cells: string[], pattern: RegExp): number =>
  cells.reduce((count, cell) => count + (cell.match(pattern)?.length ?? 0), 0);

function matchColumns(
  table: Table,
  headings: string[],
  records: { line: number; cells: string[] }[],
): CsvTable {
  const matches = headings.map((heading) => findColumn(table, heading.trim()));
  const names = matches.filter((name) => name !== undefined);
  const duplicate = names.find((name, at) => names.indexOf(name) < at);
  if (duplicate !== undefined)
    throw invalid(`Two columns of the file are ${table.form.properties[duplicate]?.title}.`);
  const isWritable = (name: string): boolean => {
    const field = table.form.properties[name];
    return field !== undefined && !field.readOnly && !field.primaryKey;
  };
  const columns = names.filter(isWritable);
  if (columns.length === 0) throw invalid(`No column of the file belongs to ${table.form.title}.`);
  return {
    columns,
    unknownColumns: headings.filter(
      (heading, at) => matches[at] === undefined && heading.trim() !== '_version',
    ),
    ignoredColumns: names.filter((name) => name !== 'id' && !isWritable(name)),
    rows: records.map(({ line, cells }) => ({
      line,
      problem: columnCountError(cells, headings.length),
      cells: new Map(
        matches.flatMap((name, at) => (name === undefined ? [] : [[name, cells[at] ?? ''] as const])),
      ),
    })),
  };
}

/** Rejects rows with missing or extra cells, which would clear or shift fields; extra empty cells at the end do no harm. */
function columnCountError(cells: string[], columns: number): string | undefined {
  const filled = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  if (cells.length >= columns && filled <= columns) return undefined;
  const count = Math.max(filled, Math.min(cells.length, columns));
  return `This line has ${count} ${count === 1 ? 'value' : 'values'}, but the heading names ${columns} columns`;
}

/** Files hold money in cents, forms do not: a column named `Price` may have been typed in dollars and is left out. */
const csvTitle = ({ title, unit }: FieldSchema): string | undefined =>
  title && unit === 'cents' ? `${title} in cents` : title;

function findColumn(table: Table, heading: string): string | undefined {
  const text = heading.toLowerCase();
  const { columns } = table;
  return (
    columns.find(({ name }) => name === text) ??
    columns.find(({ field }) => csvTitle(field)?.toLowerCase() === text)
  )?.name;
}
