import { type FormEvent, useEffect, useRef } from 'react';
import { Field } from '../../../ui/forms/field.tsx';
import { SmallButton } from '../../../ui/small-button.tsx';

interface HomeSearchProps {
  search: string;
  find(search: string): void;
}

export function HomeSearch({ search, find }: HomeSearchProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.value = search;
  }, [search]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    find(String(new FormData(event.currentTarget).get('search') ?? '').trim());
  };
  return (
    <search>
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <Field label="Find a home" size="small" className="w-56">
          {(control) => (
            <input
              {...control}
              ref={input}
              type="search"
              name="search"
              maxLength={100}
              defaultValue={search}
            />
          )}
        </Field>
        <SmallButton type="submit" className="min-h-11">
          Search
        </SmallButton>
      </form>
    </search>
  );
}

interface HomePagesProps {
  /** Counts from 1; a page beyond the last is the last. */
  page: number;
  pages: number;
  goTo(page: number): void;
}

/** Links to the other pages; nothing if all homes are on one page. */
export function HomePages({ page, pages, goTo }: HomePagesProps) {
  if (pages === 1) return null;
  const current = Math.min(page, pages);
  return (
    <nav aria-label="Pages of homes" className="flex flex-wrap items-center gap-4">
      <SmallButton className="min-h-11" disabled={current <= 1} onClick={() => goTo(current - 1)}>
        Previous homes
      </SmallButton>
      <p role="status" className="text-slate tabular-nums">
        {`Page ${current} of ${pages}`}
      </p>
      <SmallButton className="min-h-11" disabled={current >= pages} onClick={() => goTo(current + 1)}>
        More homes
      </SmallButton>
    </nav>
  );
}
