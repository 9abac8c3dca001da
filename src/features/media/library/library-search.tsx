import { Search } from 'lucide-react';
import type { MediaKind } from '../media.ts';

interface LibrarySearchProps {
  id: string;
  search: string;
  kind: MediaKind | '';
  onKind?(kind: MediaKind | ''): void;
  onSearch(text: string): void;
}

const inputClass = 'min-h-11 w-full rounded-xl border border-driftwood/70 bg-white px-3 py-2 text-base';

export function LibrarySearch({ id, search, kind, onKind, onSearch }: LibrarySearchProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <div className="relative min-w-48 grow">
        <label htmlFor={id} className="unseen">
          Search the library
        </label>
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-3 left-3 size-5 text-driftwood"
        />
        <input
          id={id}
          type="search"
          value={search}
          placeholder="Search by name or description"
          autoComplete="off"
          onChange={(event) => onSearch(event.target.value)}
          className={`${inputClass} pl-10`}
        />
      </div>
      {onKind && (
        <div>
          <label htmlFor={`${id}-kind`} className="unseen">
            Kind
          </label>
          <select
            id={`${id}-kind`}
            value={kind}
            onChange={(event) => onKind(event.target.value as MediaKind | '')}
            className={inputClass}
          >
            <option value="">All kinds</option>
            <option value="image">Pictures</option>
            <option value="video">Videos</option>
            <option value="file">Files</option>
          </select>
        </div>
      )}
    </div>
  );
}
