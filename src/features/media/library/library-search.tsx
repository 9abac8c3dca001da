import { Search } from 'lucide-react';
import { Field } from '../../../ui/forms/field.tsx';
import type { MediaKind } from '../media.ts';

interface LibrarySearchProps {
  id: string;
  search: string;
  kind: MediaKind | '';
  onKind?(kind: MediaKind | ''): void;
  onSearch(text: string): void;
}

export function LibrarySearch({ id, search, kind, onKind, onSearch }: LibrarySearchProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <Field id={id} label="Search the library" isLabelHidden className="min-w-48 grow">
        {(control) => (
          <div className="relative">
            <Search
              aria-hidden="true"
              className="pointer-events-none absolute top-3 left-3 size-5 text-driftwood"
            />
            <input
              {...control}
              type="search"
              value={search}
              placeholder="Search by name or description"
              autoComplete="off"
              onChange={(event) => onSearch(event.target.value)}
              className={`${control.className} pl-10`}
            />
          </div>
        )}
      </Field>
      {onKind && (
        <Field id={`${id}-kind`} label="Kind" isLabelHidden>
          {(control) => (
            <select
              {...control}
              value={kind}
              onChange={(event) => onKind(event.target.value as MediaKind | '')}
            >
              <option value="">All kinds</option>
              <option value="image">Pictures</option>
              <option value="video">Videos</option>
              <option value="file">Files</option>
            </select>
          )}
        </Field>
      )}
    </div>
  );
}
