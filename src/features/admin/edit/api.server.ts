import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { type ApiEnv, jsonBody, noStore } from '../../../platform/http/http.server.ts';
import { describeRoute } from '../../../platform/openapi/document.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { parseQueryParams } from '../../../shared/http/query-params.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { requireAdmin } from '../../auth/guards.ts';
import { listHistory, restoreVersion } from '../history/actions.server.ts';
import { importRows } from '../import/run-import.server.ts';
import { parsePaging } from '../list/pagination.ts';
import type {
  BulkResult,
  Conflict,
  Deleted,
  Restored,
  Row,
  RowId,
  SavedViewList,
  VersionSide,
} from '../schema/table.ts';
import { getTable, noSuchRow, parseRowId, type Table } from '../schema/tables.server.ts';
import { listTrash, restoreRows } from '../trash/actions.server.ts';
import { deleteRows } from '../trash/delete-rows.server.ts';
import { changeView, listViews, removeView, saveView } from '../views/actions.server.ts';
import { createRow, updateRow, updateRowsInBulk } from './actions.server.ts';
import { writeDescriptions as told } from './descriptions.server.ts';

/** Stands in each call's own list, so that no spelling of an address gets around it, and before the body is read; so do the names of its parameters. */
const adminsAlone =
  (...parameters: string[]): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    noStore(c);
    requireAdmin(c.get('ctx'));
    parseQueryParams(c.req.url, parameters);
    await next();
  };

type Body = Record<string, unknown>;

const body = jsonBody<Body>((input) => {
  if (isRecord(input)) return input;
  throw new AppError('invalid', 'Please send a JSON object.');
});

const tableOf = (c: Context<ApiEnv>): Table => getTable(c.get('ctx').tables, c.req.param('table') ?? '');
const idOf = (c: Context<ApiEnv>): RowId => parseRowId(tableOf(c), c.req.param('id') ?? '');
const pageOf = (c: Context<ApiEnv>) =>
  parsePaging({ page: c.req.query('page'), limit: c.req.query('limit') });

/** Writing the schema-described tables, and what helps with it: history, trash, saved lists. */
export const tableWritesApi = new Hono<ApiEnv>()
  .post('/tables/:table', describeRoute(told.create), adminsAlone(), body, async (c) =>
    c.json(await createRow(c.get('ctx'), tableOf(c), c.req.valid('json')), 201),
  )
  .post('/tables/:table/bulk', describeRoute(told.bulk), adminsAlone(), body, async (c) => {
    const ctx = c.get('ctx');
    const table = tableOf(c);
    const request = bulkOf(table, c.req.valid('json'));
    if ('set' in request) {
      const answer: BulkResult = {
        changed: await updateRowsInBulk(ctx, table, { ids: request.ids, input: request.set }),
      };
      return c.json(answer);
    }
    const trashIds = await deleteRows(ctx, table, request.ids);
    const answer: BulkResult = { changed: trashIds.length, trashIds };
    return c.json(answer);
  })
  .post('/tables/:table/import', describeRoute(told.import), adminsAlone('commit'), async (c) =>
    c.json(
      await importRows(c.get('ctx'), tableOf(c), {
        request: c.req.raw,
        commit: isCommit(c.req.query('commit')),
      }),
    ),
  )
  .put('/tables/:table/:id', describeRoute(told.update), adminsAlone(), body, async (c) => {
    const input = c.req.valid('json');
    const version = versionOf(c.req.header('If-Match'), input);
    const outcome = await updateRow(c.get('ctx'), tableOf(c), { id: idOf(c), input, version });
    return 'row' in outcome ? c.json(outcome.row) : c.json(conflict(outcome.current), 409);
  })
  .delete('/tables/:table/:id', describeRoute(told.remove), adminsAlone(), async (c) => {
    const [trashId = ''] = await deleteRows(c.get('ctx'), tableOf(c), [idOf(c)]);
    const answer: Deleted = { success: true, trashId };
    return c.json(answer);
  })
  .get('/tables/:table/:id/history', describeRoute(told.history), adminsAlone('page', 'limit'), async (c) =>
    c.json(await listHistory(c.get('ctx'), tableOf(c), { id: idOf(c), page: pageOf(c) })),
  )
  .post(
    '/tables/:table/:id/history/:entry/restore',
    describeRoute(told.restoreVersion),
    adminsAlone('side'),
    async (c) => {
      const historyId = historyIdOf(c.req.param('entry'));
      const side = sideOf(c.req.query('side'));
      return c.json(await restoreVersion(c.get('ctx'), tableOf(c), { id: idOf(c), historyId, side }));
    },
  )
  .get('/admin/trash', describeRoute(told.trash), adminsAlone('table', 'page', 'limit'), async (c) => {
    const ctx = c.get('ctx');
    const name = c.req.query('table');
    return c.json(await listTrash(ctx, name ? getTable(ctx.tables, name) : undefined, pageOf(c)));
  })
  .post('/admin/trash/restore', describeRoute(told.restoreMany), adminsAlone(), body, async (c) => {
    const rows = await restoreRows(c.get('ctx'), trashIdsOf(c.req.valid('json')));
    return c.json({ restored: rows.length });
  })
  .post('/admin/trash/:entry/restore', describeRoute(told.restore), adminsAlone(), async (c) => {
    const [row] = await restoreRows(c.get('ctx'), trashIdsOf({ trashIds: [c.req.param('entry')] }));
    const answer: Restored = { row: row as Row };
    return c.json(answer);
  })
  .get('/admin/views', describeRoute(told.views), adminsAlone('table'), async (c) => {
    const answer: SavedViewList = { data: await listViews(c.get('ctx'), c.req.query('table') ?? '') };
    return c.json(answer);
  })
  .post('/admin/views', describeRoute(told.saveView), adminsAlone(), body, async (c) =>
    c.json(await saveView(c.get('ctx'), c.req.valid('json')), 201),
  )
  .put('/admin/views/:id', describeRoute(told.changeView), adminsAlone(), body, async (c) =>
    c.json(await changeView(c.get('ctx'), c.req.param('id'), c.req.valid('json'))),
  )
  .delete('/admin/views/:id', describeRoute(told.removeView), adminsAlone(), async (c) => {
    await removeView(c.get('ctx'), c.req.param('id'));
    return c.json({ success: true });
  });

const wrong = (name: string, message: string): AppError =>
  new AppError('invalid', message, { fields: { [name]: message } });

const maxIds = 1_000;

/** @throws AppError `invalid` for anything but 1 to 1,000 ids and one thing to do with them, `notFound` for no ids of the table */
function bulkOf(
  table: Table,
  { ids, set, delete: remove }: Body,
): { ids: RowId[] } & ({ set: unknown } | { delete: true }) {
  if (!Array.isArray(ids) || ids.length === 0) throw wrong('ids', 'Choose at least one row');
  if (ids.length > maxIds) throw wrong('ids', 'At most 1,000 rows can be changed at once');
  const known = ids.map((id) => {
    if (typeof id !== 'string' && typeof id !== 'number')
      throw wrong('ids', 'Every id must be a text or a number');
    return parseRowId(table, String(id));
  });
  if (new Set(known).size < known.length) throw wrong('ids', 'One of the rows stands there twice');
  if ((set === undefined) === (remove === undefined))
    throw wrong('set', 'Choose either what to set, or to delete');
  if (set !== undefined) return { ids: known, set };
  if (remove !== true) throw wrong('delete', 'Delete must be true');
  return { ids: known, delete: true };
}

/** @throws AppError `notFound` for what names nothing in any trash */
function trashIdsOf({ trashIds }: Body): string[] {
  if (!Array.isArray(trashIds) || trashIds.length === 0 || trashIds.length > maxIds) {
    throw wrong('trashIds', 'Choose from 1 to 1,000 rows');
  }
  return trashIds.map((id) => {
    if (typeof id === 'string' && isUuid(id)) return id.toLowerCase();
    throw noSuchRow();
  });
}

function isCommit(text: string | undefined): boolean {
  if (text !== undefined && text !== 'true' && text !== 'false')
    throw wrong('commit', 'commit must be true or false');
  return text === 'true';
}

function sideOf(text = 'after'): VersionSide {
  if (text === 'before' || text === 'after') return text;
  throw wrong('side', 'side must be before or after');
}

function historyIdOf(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new AppError('notFound', 'There is no such entry in the history of this row.');
}

/** The version a change must follow on: of the body, else of If-Match, which may be quoted; `*` means any. */
function versionOf(ifMatch: string | undefined, { _version }: Body): string | undefined {
  if (typeof _version === 'string') return _version;
  if (_version !== undefined && _version !== null) throw wrong('_version', '_version must be a text');
  const text = ifMatch?.trim().replace(/^"(.*)"$/, '$1');
  return text === '*' ? undefined : text;
}

const outdated = 'Somebody else has changed this row meanwhile.';
const conflict = (current: Row): Conflict => ({
  message: outdated,
  error: outdated,
  code: 'conflict',
  current,
});
