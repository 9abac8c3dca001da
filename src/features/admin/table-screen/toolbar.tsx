import { Bookmark, Columns3, Download, FileUp, ListFilter, Plus, X } from 'lucide-react';
import { SmallButton } from '../../../ui/small-button.tsx';
import type { OpenDialog } from '../grid/row-actions.tsx';
import type { TableForm } from '../schema/table.ts';
import { SearchBox } from './search-box.tsx';

interface ToolbarProps {
  schema: TableForm;
  search: string;
  filterCount: number;
  isBuilding: boolean;
  toggleBuilder(): void;
  setSearch(text: string, isSameSearch: boolean): void;
  csv: { isBusy: boolean; start(): void; abort(): void };
  openDialog: OpenDialog;
}

export function Toolbar(props: ToolbarProps) {
  const { schema, search, filterCount, isBuilding, toggleBuilder, setSearch, csv, openDialog } = props;
  const isSearchable = Object.values(schema.properties).some((field) => field.searchable);
  return (
    <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap sm:items-center">
      {isSearchable && <SearchBox value={search} label={`Search ${schema.title}`} search={setSearch} />}
      <div className="contents sm:flex sm:flex-wrap sm:gap-2">
        <SmallButton aria-expanded={isBuilding} onClick={toggleBuilder}>
          <ListFilter aria-hidden="true" className="size-4" />
          Filter
          {filterCount > 0 && (
            <span className="rounded-full bg-gulf px-1.5 text-xs leading-5 text-white">{filterCount}</span>
          )}
        </SmallButton>
        <SmallButton onClick={() => openDialog({ kind: 'columns' })}>
          <Columns3 aria-hidden="true" className="size-4" />
          Columns
        </SmallButton>
        <SmallButton onClick={() => openDialog({ kind: 'views' })}>
          <Bookmark aria-hidden="true" className="size-4" />
          Views
        </SmallButton>
      </div>
      <div className="contents sm:ml-auto sm:flex sm:flex-wrap sm:gap-2">
        {schema.verbs.create && (
          <SmallButton onClick={() => openDialog({ kind: 'import' })}>
            <FileUp aria-hidden="true" className="size-4" />
            Import
          </SmallButton>
        )}
        <ExportButton {...csv} />
        {schema.verbs.create && (
          <SmallButton variant="strong" onClick={() => openDialog({ kind: 'add' })}>
            <Plus aria-hidden="true" className="size-4" />
            Add New
          </SmallButton>
        )}
      </div>
    </div>
  );
}

const ExportButton = ({ isBusy, start, abort }: ToolbarProps['csv']) =>
  isBusy ? (
    <>
      <span role="status" className="self-center px-1 text-sm text-slate">
        Exporting...
      </span>
      <SmallButton onClick={abort}>
        <X aria-hidden="true" className="size-4" />
        Cancel export
      </SmallButton>
    </>
  ) : (
    <SmallButton onClick={start}>
      <Download aria-hidden="true" className="size-4" />
      Export CSV
    </SmallButton>
  );
