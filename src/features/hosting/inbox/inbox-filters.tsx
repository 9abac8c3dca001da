import { Search } from 'lucide-react';
import type { FormEvent } from 'react';
import { SmallButton } from '../../../ui/small-button.tsx';

/** The filters of the list in the names of the API; without empty values. */
export interface InboxView {
  status: string;
  kind: string;
  unread: string;
  search: string;
  page: string;
}

const tabs: { label: string; view: Partial<InboxView> }[] = [
  { label: 'All', view: {} },
  { label: 'Waiting', view: { status: 'waiting' } },
  { label: 'Unread', view: { unread: 'true' } },
  { label: 'Answered', view: { status: 'answered' } },
  { label: 'Closed', view: { status: 'closed' } },
];

interface InboxFiltersProps {
  view: InboxView;
  counts: { waiting: number; unread: number };
  change(edit: (view: InboxView) => Partial<InboxView>): void;
}

/** The filters of the list of conversations. */
export function InboxFilters({ view, counts, change }: InboxFiltersProps) {
  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('search') ?? '');
    change((latest) => ({ ...latest, page: '', search: typed }));
  }
  const toCount = (label: string) =>
    label === 'Waiting' ? counts.waiting : label === 'Unread' ? counts.unread : 0;
  return (
    <div className="grid gap-3 border-b border-dune bg-white p-4 sm:px-6">
      <fieldset aria-label="Show" className="flex flex-wrap gap-1.5">
        {tabs.map(({ label, view: own }) => {
          const isCurrent = (own.status ?? '') === view.status && (own.unread ?? '') === view.unread;
          return (
            <button
              key={label}
              type="button"
              aria-pressed={isCurrent}
              onClick={() => change(({ kind, search }) => ({ ...own, kind, search }))}
              className="min-h-10 max-sm:min-h-11 rounded-full border border-gulf/35 px-3 text-sm font-semibold text-gulf hover:bg-mist aria-pressed:border-gulf aria-pressed:bg-gulf aria-pressed:text-white"
            >
              {label}
              {toCount(label) > 0 && ` (${toCount(label)})`}
            </button>
          );
        })}
        <select
          aria-label="About"
          value={view.kind}
          onChange={({ target: { value: kind } }) => change((latest) => ({ ...latest, page: '', kind }))}
          className="control-small grow"
        >
          <option value="">Inquiries and bookings</option>
          <option value="inquiry">Inquiries</option>
          <option value="booking">Bookings</option>
        </select>
      </fieldset>
      <form onSubmit={search} aria-label="Search" className="flex flex-wrap gap-2">
        <input
          key={view.search}
          type="search"
          name="search"
          aria-label="Search conversations"
          placeholder="Name, code or text"
          maxLength={100}
          defaultValue={view.search}
          className="control-small min-w-0 grow"
        />
        <SmallButton type="submit">
          <Search aria-hidden="true" className="size-4" />
          Search
        </SmallButton>
      </form>
    </div>
  );
}
