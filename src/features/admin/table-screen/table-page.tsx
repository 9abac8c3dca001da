import { TableProperties } from 'lucide-react';
import { ApiError } from '../../../shared/http/api-error.ts';
import { useQuery } from '../../../ui/loading/use-query.ts';
import { adminClient } from '../client.ts';
import { Notice } from '../shell/access-states.tsx';
import { TableFailure } from './error-state.tsx';
import { Skeleton } from './skeleton.tsx';
import { TableView } from './table-view.tsx';

/** One table: its schema first, from which everything else follows. */
export function TablePage({ table }: { table: string }) {
  const { value, failure, retry } = useQuery(table, (signal) => adminClient().schema(table, { signal }));
  if (failure instanceof ApiError && failure.status === 404) {
    return <Notice icon={TableProperties} title={`Schema not found for table: ${table}`} />;
  }
  if (failure) return <TableFailure failure={failure} retry={retry} />;
  return value ? <TableView table={table} schema={value} /> : <Skeleton />;
}
