import type { FormEvent } from 'react';
import { useSearchParams } from 'react-router';
import { inputClass, SmallButton } from '../../../ui/small-button.tsx';

interface HomePage {
  /** From 1. */
  page: number;
  /** Of the homes' titles. */
  search: string;
  show(page: number, search: string): void;
}

/** Which homes are in view; it stands in the address. */
export function useHomePage(): HomePage {
  const [params, setParams] = useSearchParams();
  const page = /^[1-9]\d{0,3}$/.test(params.get('page') ?? '') ? Number(params.get('page')) : 1;
  const search = (params.get('search') ?? '').slice(0, 100);
  return {
    page,
    search,
    show(nextPage, nextSearch) {
      const next = new URLSearchParams();
      if (nextSearch !== '') next.set('search', nextSearch);
      if (nextPage > 1) next.set('page', String(nextPage));
      setParams(next);
    },
  };
}

export function HomeSearch({ search, show }: HomePage) {
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    show(1, String(new FormData(event.currentTarget).get('search') ?? '').trim());
  };
  return (
    <search>
      <form key={search} onSubmit={find} className="flex flex-wrap items-end gap-3">
        <label className="grid gap-1 text-sm font-semibold">
          Find a home
          <input
            type="search"
            name="search"
            maxLength={100}
            defaultValue={search}
            className={`${inputClass} min-w-56`}
          />
        </label>
        <SmallButton type="submit" className="min-h-11">
          Search
        </SmallButton>
      </form>
    </search>
  );
}

export function HomePages({ page, search, show, pages }: HomePage & { pages: number }) {
  if (pages === 1) return null;
  return (
    <nav aria-label="Pages of homes" className="flex flex-wrap items-center gap-4">
      <SmallButton className="min-h-11" disabled={page <= 1} onClick={() => show(page - 1, search)}>
        Previous homes
      </SmallButton>
      <p role="status" className="text-slate">
        {`Page ${Math.min(page, pages)} of ${pages}`}
      </p>
      <SmallButton className="min-h-11" disabled={page >= pages} onClick={() => show(page + 1, search)}>
        More homes
      </SmallButton>
    </nav>
  );
}
