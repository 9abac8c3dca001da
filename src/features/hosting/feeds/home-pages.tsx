import type { FormEvent } from 'react';
import { pageParam, urlState } from '../../../shared/http/url-state.ts';
import { useUrlState } from '../../../ui/browser/use-url-query.ts';
import { inputClass, SmallButton } from '../../../ui/small-button.tsx';

interface HomePage {
  /** From 1. */
  page: number;
  /** Of the homes' titles. */
  search: string;
  goTo(page: number): void;
  find(search: string): void;
}

const url = urlState<{ search: string; page: number }>({
  search: { parse: (text) => text.slice(0, 100), format: (text) => text },
  page: pageParam(9_999),
});

/** Which homes are in view; it stands in the address. */
export function useHomePage(): HomePage {
  const [state, change] = useUrlState(url);
  return {
    ...state,
    goTo: (page) => change(({ search }) => ({ search, page })),
    find: (search) => change(() => ({ search })),
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
