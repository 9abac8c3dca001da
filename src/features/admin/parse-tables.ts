import { listOf, objectWith } from '../../shared/http/parse-response.ts';
import { isRecord } from '../../shared/is-record.ts';
import type { Row, RowPage, TableForm, TableSummary } from './schema/table.ts';

// What the specification promises of each response, and what stands in for the rest of it.

/** A server that says nothing of it lets hosts try; it decides when they do. */
const allVerbs = { create: true, update: true, delete: true };

type SpecifiedSummary = Pick<TableSummary, 'tableName'>;
const completeSummary = objectWith<SpecifiedSummary, TableSummary>({
  title: '',
  description: '',
  verbs: allVerbs,
});

function parseSummary(body: unknown): TableSummary {
  const summary = completeSummary(body);
  return { ...summary, title: summary.title || summary.tableName };
}

/** The tables of the sidebar. */
export const parseTables = (body: unknown): TableSummary[] =>
  listOf(parseSummary)(isRecord(body) ? body.schemas : null);

const completeForm = (table: string) =>
  objectWith<object, TableForm>({
    ...{ type: 'object', title: table, description: '', required: [], properties: {} },
    ...{ label: '', verbs: allVerbs },
  });

/** The schema of a table. */
export function parseForm(table: string, body: unknown): TableForm {
  const form = completeForm(table)(body);
  const naming = ['title', 'name'].find((column) => Object.hasOwn(form.properties, column)) ?? 'id';
  return { ...form, label: form.label || naming, verbs: { ...allVerbs, ...form.verbs } };
}

const completePage = objectWith<Pick<RowPage, 'data' | 'total'>, RowPage>({ totalIs: 'exact', labels: {} });
const parseRow = objectWith<Row, Row>({});

/** A page of rows. */
export function parsePage(body: unknown): RowPage {
  const page = completePage(body);
  return { ...page, data: listOf(parseRow)(page.data) };
}

/** The row that was written; null where the server does not show it. */
export const parseWritten = (body: unknown): Row | null =>
  isRecord(body) && (typeof body.id === 'string' || typeof body.id === 'number') ? (body as Row) : null;

/** The name of a deleted row in the trash; null where there is no way back. */
export const parseTrashId = (body: unknown): string | null =>
  isRecord(body) && typeof body.trashId === 'string' ? body.trashId : null;
