import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ToastArea, useToasts } from '../../../ui/overlays/toast.tsx';
import { saveAlt } from '../client.ts';
import { previewUrl } from '../grid/row-actions.tsx';
import { parseUrlState, updateUrlState } from '../list/url-state.ts';
import type { TableForm } from '../schema/table.ts';
import { ViewTabs } from '../shell/view-tabs.tsx';
import { TrashView } from '../trash/trash-view.tsx';
import { RowList } from './rows-view.tsx';
import { RowSkeleton } from './skeleton.tsx';
import type { TableContext } from './table-context.ts';

const MediaLibrary = lazy(async () => ({
  default: (await import('../../media/library/media-library.tsx')).MediaLibrary,
}));

/** Tables whose rows are better looked at in another way than as a table; that way comes first. */
const libraries: Record<string, () => ReactNode> = { media: () => <MediaLibrary saveAlt={saveAlt} /> };

/** One table with its rows, its trash and, for pictures, its library. */
export function TableView({ table, schema }: { table: string; schema: TableForm }) {
  const [params, setParams] = useSearchParams();
  const toasts = useToasts();
  const title = useRef<HTMLHeadingElement>(null);
  const [focusing, setFocusing] = useState(0);
  useEffect(() => {
    if (focusing > 0) title.current?.focus();
  }, [focusing]);
  const library = libraries[table];
  const view = params.get('view') ?? (library ? 'library' : 'rows');
  const page = previewUrl(schema);
  const screen: TableContext = {
    table,
    schema,
    toasts,
    focusTitle: () => setFocusing((times) => times + 1),
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
          goTo={(page) => setParams(updateUrlState(params, { page }))}
          say={(text) => {
            toasts.show({ text, stayMs: 5_000 });
            screen.focusTitle();
          }}
        />
      ) : view === 'library' && library ? (
        <Suspense fallback={<RowSkeleton />}>{library()}</Suspense>
      ) : (
        <RowList {...screen} />
      )}
    </section>
  );
}
