import { useQuery } from '@tanstack/react-query';
import { TableProperties } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { ApiError } from '../../../shared/http/api-error.ts';
import { useUrlQuery } from '../../../ui/browser/use-url-query.ts';
import { Loaded, RowSkeleton } from '../../../ui/lists/loaded.tsx';
import { Notice } from '../../../ui/lists/notice.tsx';
import { ToastArea, useToasts } from '../../../ui/overlays/toast.tsx';
import { saveAlt } from '../calls/calls.ts';
import { schemaQuery } from '../calls/queries.ts';
import { previewUrl } from '../grid/row-actions.tsx';
import { parseUrlState, updateUrlState } from '../query/url-state.ts';
import type { TableForm } from '../schema/table.ts';
import { TrashView } from '../trash/trash-view.tsx';
import { RowsView } from './rows-view.tsx';
import type { TableContext } from './use-row-mutations.ts';
import { ViewTabs } from './view-tabs.tsx';

const MediaLibrary = lazy(async () => ({
  default: (await import('../../media/library/media-library.tsx')).MediaLibrary,
}));

/** Tables that are better seen in another way than as rows; that way comes first. */
const libraries: Record<string, () => ReactNode> = { media: () => <MediaLibrary saveAlt={saveAlt} /> };

/** One table: its schema first, from which everything else follows. */
export function TableScreen({ table }: { table: string }) {
  const query = useQuery(schemaQuery(table));
  const { error } = query;
  if (error instanceof ApiError && error.status === 404)
    return <Notice icon={TableProperties} title={`Schema not found for table: ${table}`} />;
  return <Loaded query={query}>{(schema) => <TableView table={table} schema={schema} />}</Loaded>;
}

function TableView({ table, schema }: { table: string; schema: TableForm }) {
  const [params, changeUrl] = useUrlQuery();
  const toasts = useToasts();
  const title = useRef<HTMLHeadingElement>(null);
  const [focusCount, setFocusCount] = useState(0);
  useLayoutEffect(() => {
    if (focusCount > 0) title.current?.focus();
  }, [focusCount]);
  const library = libraries[table];
  const view = params.get('view') ?? (library ? 'library' : 'rows');
  const context: TableContext = {
    table,
    schema,
    toasts,
    focusTitle: () => setFocusCount((count) => count + 1),
    showTitle: () => title.current?.scrollIntoView({ block: 'nearest' }),
  };
  return (
    <section aria-labelledby="table-title" className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 py-5 sm:px-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2
            id="table-title"
            ref={title}
            tabIndex={-1}
            className="text-2xl wrap-anywhere text-deep outline-none sm:text-3xl"
          >
            {schema.title}
          </h2>
          <ToastArea toasts={toasts} />
          <Description schema={schema} />
        </div>
        <ViewTabs
          table={table}
          view={view}
          hasLibrary={library !== undefined}
          hasTrash={schema.verbs.delete}
        />
      </div>
      {view === 'trash' ? (
        <TrashView
          table={table}
          page={parseUrlState(params).page}
          goTo={(page) => changeUrl((query) => updateUrlState(query, { page }))}
          onRestored={(label) => {
            toasts.show({ text: `${label} is back.`, stayMs: 5_000 });
            context.focusTitle();
          }}
        />
      ) : view === 'library' && library ? (
        <Suspense fallback={<RowSkeleton />}>{library()}</Suspense>
      ) : (
        <RowsView {...context} />
      )}
    </section>
  );
}

function Description({ schema }: { schema: TableForm }) {
  const page = previewUrl(schema);
  return (
    <p className="mt-1 text-sm text-slate">
      {schema.description}
      {page && (
        <>
          {' · '}
          <a href={page} target="_blank" rel="noreferrer" className="font-semibold text-gulf underline">
            View on the site
          </a>
        </>
      )}
    </p>
  );
}
