import { TableProperties } from 'lucide-react';
import { ApiError } from '../../../shared/api-client.ts';
import { adminClient } from '../client.ts';
import { Notice } from './access.tsx';
import { Skeleton } from './skeleton.tsx';
import { TableFailure } from './table-failure.tsx';
import { TableView } from './table-view.tsx';
import { useQuery } from './use-answer.ts';

/** One table: its schema first, from which everything else follows. */
export function TablePage({ table }: { table: string }) {
  const { value, failure, retry } = useQuery(table, (signal) => adminClient().schema(table, { signal }));
  if (failure instanceof ApiError && failure.status === 404) {
    return <Notice icon={TableProperties} title={`Schema not found for table: ${table}`} />;
  }
  if (failure) return <TableFailure failure={failure} retry={retry} />;
  return value ? <TableView table={table} schema={value} /> : <Skeleton />;
}
