import type { FormEvent } from 'react';
import { useUrlQuery } from '../../../ui/browser/use-url-query.ts';
import { inputClass, SmallButton } from '../../../ui/small-button.tsx';

interface HomePage {
  /** From 1. */
  page: number;
  /** Of the homes' titles. */
  search: string;
  goTo(page: number): void;
  find(search: string): void;
}

function toQuery(page: number, search: string): URLSearchParams {
  const query = new URLSearchParams();
  if (search !== '') query.set('search', search);
  if (page > 1) query.set('page', String(page));
  return query;
}

/** Which homes are in view; it stands in the address. */
export function useHomePage(): HomePage {
  const [params, changeUrl] = useUrlQuery();
  const page = /^[1-9]\d{0,3}$/.test(params.get('page') ?? '') ? Number(params.get('page')) : 1;
  const search = (params.get('search') ?? '').slice(0, 100);
  return {
    page,
    search,
    goTo: (next) => changeUrl((query) => toQuery(next, query.get('search') ?? '')),
    find: (next) => changeUrl(() => toQuery(1, next)),
  };
}

export function HomeSearch({ search, find }: HomePage) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    find(String(new FormData(event.currentTarget).get('search') ?? '').trim());
  };
  return (
    <search>
      <form key={search} onSubmit={submit} className="flex flex-wrap items-end gap-3">
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

export function HomePages({ page, goTo, pages }: HomePage & { pages: number }) {
  if (pages === 1) return null;
  return (
    <nav aria-label="Pages of homes" className="flex flex-wrap items-center gap-4">
      <SmallButton className="min-h-11" disabled={page <= 1} onClick={() => goTo(page - 1)}>
        Previous homes
      </SmallButton>
      <p role="status" className="text-slate">
        {`Page ${Math.min(page, pages)} of ${pages}`}
      </p>
      <SmallButton className="min-h-11" disabled={page >= pages} onClick={() => goTo(page + 1)}>
        More homes
      </SmallButton>
    </nav>
  );
}
