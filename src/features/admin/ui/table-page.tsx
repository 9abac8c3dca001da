import { CircleAlert, TableProperties } from 'lucide-react';
import { ApiError } from '../../../shared/api-client.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { adminClient } from '../client.ts';
import { Notice } from './access.tsx';
import { Skeleton } from './skeleton.tsx';
import { TableView } from './table-view.tsx';
import { useAnswer } from './use-answer.ts';

/** One table: its schema first, from which everything else follows. */
export function TablePage({ table }: { table: string }) {
  const { value, failure, retry } = useAnswer(table, (signal) => adminClient().schema(table, { signal }));
  if (failure instanceof ApiError && failure.status === 404) {
    return <Notice icon={TableProperties} title={`Schema not found for table: ${table}`} />;
  }
  if (failure) return <TableFailure failure={failure} retry={retry} />;
  return value ? <TableView table={table} schema={value} /> : <Skeleton />;
}

/** What went wrong with a table; somebody whose session has ended signs in anew and comes back. */
export function TableFailure({ failure, retry }: { failure: Error; retry(): void }) {
  const isSignedOut = failure instanceof ApiError && failure.status === 401;
  return (
    <Notice
      icon={CircleAlert}
      title="Oops! Something went wrong"
      actions={
        <>
          <Button onClick={retry}>Retry</Button>
          {isSignedOut && (
            <ButtonLink
              look="quiet"
              to={`/login?returnUrl=${encodeURIComponent(window.location.pathname + window.location.search)}`}
            >
              Sign in
            </ButtonLink>
          )}
        </>
      }
    >
      <p role="alert">{failure.message}</p>
    </Notice>
  );
}
