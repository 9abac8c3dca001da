import { formatDateTime } from '../../../shared/dates.ts';
import { useQuery } from '../../../ui/loading/use-query.ts';
import { adminClient } from '../client.ts';
import type { RowId } from '../schema/table.ts';

/** Who wrote a row last and when, once that is known: `by a@b.example on June 5, 2026, 3:04 PM CDT`. */
export function HistoryAuthor({ table, id }: { table: string; id: RowId }) {
  const { value } = useQuery(`${table} ${id}`, (signal) => adminClient().history(table, id, { signal }));
  const last = value?.data[0];
  return last ? <span className="wrap-anywhere">{`by ${last.by} on ${formatDateTime(last.at)}`}</span> : null;
}
