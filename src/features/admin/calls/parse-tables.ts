import { listOf, objectWith } from '../../../shared/http/request.ts';
import { isRecord } from '../../../shared/is-record.ts';
import type { Row, TableForm } from '../schema/table.ts';
import type { RowPage, TableSummary } from './contract.server.ts';

// Responses hold at least what the specification names; here are the defaults of the rest.

/** A server that names no permissions decides when hosts try. */
const allPermissions = { create: true, update: true, delete: true };

type SpecifiedSummary = Pick<TableSummary, 'tableName'>;
const completeSummary = objectWith<SpecifiedSummary, TableSummary>({
  title: '',
  description: '',
  group: '',
  verbs: allPermissions,
});

function parseSummary(body: unknown): TableSummary {
  const summary = completeSummary(body);
  return { ...summary, title: summary.title || summary.tableName };
}

export const parseTables = (body: unknown): TableSummary[] =>
  listOf(parseSummary)(isRecord(body) ? body.schemas : null);

const completeForm = objectWith<object, TableForm>({
  type: 'object',
  title: '',
  description: '',
  required: [],
  properties: {},
  label: '',
  verbs: allPermissions,
});

export function parseForm(body: unknown): TableForm {
  const form = completeForm(body);
  const label = ['title', 'name'].find((column) => Object.hasOwn(form.properties, column)) ?? 'id';
  return { ...form, label: form.label || label, verbs: { ...allPermissions, ...form.verbs } };
}

const completePage = objectWith<Pick<RowPage, 'data' | 'total'>, RowPage>({
  totalIsEstimate: false,
  labels: {},
});
const parseRow = objectWith<Row, Row>({});

export function parsePage(body: unknown): RowPage {
  const page = completePage(body);
  return { ...page, data: listOf(parseRow)(page.data) };
}

/** The row that was written; null if the server does not show it. */
export const parseWritten = (body: unknown): Row | null =>
  isRecord(body) && (typeof body.id === 'string' || typeof body.id === 'number') ? (body as Row) : null;

/** The id of a deleted row in the trash; null if it cannot be restored. */
export const parseTrashId = (body: unknown): string | null =>
  isRecord(body) && typeof body.trashId === 'string' ? body.trashId : null;
