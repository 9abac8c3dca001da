import { Check, Minus } from 'lucide-react';
import { Link } from 'react-router';
import type { FieldSchema } from '../../../shared/forms/schema.ts';
import type { RowPage } from '../calls/contract.server.ts';
import { serializeFilters } from '../query/filter.ts';
import { fieldKind } from '../schema/field-kind.ts';
import { cellText } from '../schema/format-value.ts';
import type { Row } from '../schema/table.ts';
import { ExampleMark } from './example-mark.tsx';
import { isOnSite, Thumbnails } from './thumbnails.tsx';

interface CellProps {
  name: string;
  field: FieldSchema;
  row: Row;
  labels: RowPage['labels'];
  full?: boolean;
}

const isWebUrl = (url: string) => isOnSite(url) || /^https?:\/\//i.test(url);

export function Cell({ name, field, row, labels, full = false }: CellProps) {
  const value = row[name];
  const kind = fieldKind(name, field);
  if (name === 'is_example') return value === true ? <ExampleMark /> : <Empty />;
  if (kind === 'boolean' && typeof value === 'boolean') return <YesNo value={value} />;
  const label = cellText({ name, field, row, labels });
  if (label === '') return <Empty />;
  const text = full ? 'whitespace-pre-wrap wrap-anywhere' : 'line-clamp-4 wrap-anywhere lg:line-clamp-2';
  switch (kind) {
    case 'picture':
      return <Thumbnails urls={(Array.isArray(value) ? value : [value]).map(String)} full={full} />;
    case 'choice':
      return (
        <span className="inline-block rounded-2xl bg-mist px-2.5 py-1 font-medium text-gulf md:whitespace-nowrap">
          {label}
        </span>
      );
    case 'number':
    case 'money':
    case 'date':
    case 'moment':
    case 'id':
      return (
        <span className={`tabular-nums ${full ? 'wrap-anywhere' : 'sm:whitespace-nowrap'}`}>{label}</span>
      );
    case 'email':
      return (
        <a href={`mailto:${label}`} className="text-gulf underline wrap-anywhere">
          {label}
        </a>
      );
    case 'link':
      return isWebUrl(label) ? (
        <a
          href={label}
          target={isOnSite(label) ? undefined : '_blank'}
          rel="noreferrer"
          className={`text-gulf underline ${text}`}
        >
          {label}
        </a>
      ) : (
        <span className={text}>{label}</span>
      );
    case 'reference':
      return (
        <Link
          to={`/admin?${new URLSearchParams({
            table: field.references ?? '',
            filters: serializeFilters([{ field: 'id', operator: 'eq', value }]),
          })}`}
          className={`text-gulf underline ${text}`}
        >
          {label}
        </Link>
      );
    default:
      return <span className={text}>{label}</span>;
  }
}

const YesNo = ({ value }: { value: boolean }) => (
  <span className={`inline-flex items-center gap-1 ${value ? 'font-medium text-leaf' : 'text-slate'}`}>
    {value ? (
      <Check aria-hidden="true" className="size-4" />
    ) : (
      <Minus aria-hidden="true" className="size-4" />
    )}
    {value ? 'Yes' : 'No'}
  </span>
);

const Empty = () => (
  <span className="text-slate">
    <span aria-hidden="true">—</span>
    <span className="unseen">empty</span>
  </span>
);
