import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Field } from '../../../ui/forms/field.tsx';
import { SmallButton } from '../../../ui/small-button.tsx';
import { pageSize } from '../query/url-state.ts';
import { formatRange, hasNext, lastPage, type Total } from './page-range.ts';

interface PaginationProps {
  page: number;
  rowCount: number;
  total: Total;
  goTo(page: number): void;
}

const number = new Intl.NumberFormat('en-US');

export function Pagination({ page, rowCount, total, goTo }: PaginationProps) {
  const last = lastPage(total, pageSize);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.value = String(page);
  }, [page]);
  const hasMore = hasNext(page, pageSize, rowCount, total);

  function jump(data: FormData) {
    const requested = Math.round(Number(data.get('page')));
    if (!Number.isFinite(requested)) return;
    const target = Math.min(Math.max(1, requested), last ?? 1_000_000_000);
    if (target !== page) goTo(target);
  }

  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 text-sm">
      <p aria-live="polite" className="text-slate tabular-nums">
        {formatRange(page, pageSize, rowCount, total)}
      </p>
      {(page > 1 || hasMore) && (
        <div className="flex flex-wrap items-center gap-2">
          <SmallButton disabled={page === 1} onClick={() => goTo(page - 1)}>
            <ChevronLeft aria-hidden="true" className="size-4" />
            Previous
          </SmallButton>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              jump(new FormData(event.currentTarget));
            }}
            className="flex items-center gap-2"
          >
            <Field id="page" label="Page" size="inline">
              {(control) => (
                <input
                  {...control}
                  ref={input}
                  name="page"
                  type="number"
                  inputMode="numeric"
                  min={1}
                  max={last ?? undefined}
                  defaultValue={page}
                  className={`${control.className} w-20 tabular-nums`}
                />
              )}
            </Field>
            {last !== null && <span className="text-slate tabular-nums">{`of ${number.format(last)}`}</span>}
            <button type="submit" className="unseen focus-visible:static focus-visible:size-auto">
              Go
            </button>
          </form>
          <SmallButton disabled={!hasMore} onClick={() => goTo(page + 1)}>
            Next
            <ChevronRight aria-hidden="true" className="size-4" />
          </SmallButton>
        </div>
      )}
    </nav>
  );
}
