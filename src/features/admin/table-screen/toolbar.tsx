import { Bookmark, Columns3, Download, FileUp, ListFilter, Plus, X } from 'lucide-react';
import { SmallButton } from '../../../ui/small-button.tsx';
import type { Open } from '../grid/row-actions.tsx';
import type { TableForm } from '../schema/table.ts';
import { SearchBox } from './search-box.tsx';

interface ToolbarProps {
  schema: TableForm;
  search: string;
  /** How many filters there are. */
  conditions: number;
  isBuilding: boolean;
  build(): void;
  setSearch(text: string, isMore: boolean): void;
  csv: { isBusy: boolean; start(): void; end(): void };
  open: Open;
}

/** What can be done with a table as a whole. */
export function Toolbar({
  schema,
  search,
  conditions,
  isBuilding,
  build,
  setSearch,
  csv,
  open,
}: ToolbarProps) {
  const isSearchable = Object.values(schema.properties).some((field) => field.searchable);
  return (
    <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap sm:items-center">
      {isSearchable && <SearchBox value={search} label={`Search ${schema.title}`} search={setSearch} />}
      <div className="contents sm:flex sm:flex-wrap sm:gap-2">
        <SmallButton aria-expanded={isBuilding} onClick={build}>
          <ListFilter aria-hidden="true" className="size-4" />
          Filter
          {conditions > 0 && (
            <span className="rounded-full bg-gulf px-1.5 text-xs leading-5 text-white">{conditions}</span>
          )}
        </SmallButton>
        <SmallButton onClick={() => open({ what: 'columns' })}>
          <Columns3 aria-hidden="true" className="size-4" />
          Columns
        </SmallButton>
        <SmallButton onClick={() => open({ what: 'views' })}>
          <Bookmark aria-hidden="true" className="size-4" />
          Views
        </SmallButton>
      </div>
      <div className="contents sm:ml-auto sm:flex sm:flex-wrap sm:gap-2">
        {schema.verbs.create && (
          <SmallButton onClick={() => open({ what: 'import' })}>
            <FileUp aria-hidden="true" className="size-4" />
            Import
          </SmallButton>
        )}
        {csv.isBusy ? (
          <>
            <span role="status" className="self-center px-1 text-sm text-slate">
              Exporting...
            </span>
            <SmallButton onClick={csv.end}>
              <X aria-hidden="true" className="size-4" />
              Cancel export
            </SmallButton>
          </>
        ) : (
          <SmallButton onClick={csv.start}>
            <Download aria-hidden="true" className="size-4" />
            Export CSV
          </SmallButton>
        )}
        {schema.verbs.create && (
          <SmallButton look="strong" onClick={() => open({ what: 'add' })}>
            <Plus aria-hidden="true" className="size-4" />
            Add New
          </SmallButton>
        )}
      </div>
    </div>
  );
}
