import { Check, Minus } from 'lucide-react';
import { Link } from 'react-router';
import type { FieldSchema } from '../../../shared/forms/schema.ts';
import { serializeFilters } from '../filters/filter.ts';
import { fieldKind } from '../schema/field-kind.ts';
import { cellText } from '../schema/format-value.ts';
import type { Row, RowPage } from '../schema/table.ts';

interface CellProps {
  name: string;
  field: FieldSchema;
  row: Row;
  labels: RowPage['labels'];
  /** Long texts and all pictures in full. */
  full?: boolean;
}

const kept = /^\/media\/[\w-]+\/(\d+)\.jpg$/;
const minColumnWidth = 480;

/** The smallest kept form of a picture; the address of any other one as it is. */
function thumbnailUrl(address: string): string {
  const width = Number(kept.exec(address)?.[1] ?? 0);
  return width > minColumnWidth ? address.replace(/\d+\.jpg$/, `${minColumnWidth}.webp`) : address;
}

const isOnSite = (address: string) => /^\/(?![/\\])/.test(address);
const isWebAddress = (address: string) => isOnSite(address) || /^https?:\/\//i.test(address);

/** One value of a row as people read it. */
export function Cell({ name, field, row, labels, full = false }: CellProps) {
  const value = row[name];
  const kind = fieldKind(name, field);
  if (kind === 'boolean' && typeof value === 'boolean') return <YesNo value={value} />;
  const words = cellText({ name, field, row, labels });
  if (words === '') return <Nothing />;
  const text = full ? 'whitespace-pre-wrap wrap-anywhere' : 'line-clamp-4 wrap-anywhere lg:line-clamp-2';
  switch (kind) {
    case 'picture':
      return <Thumbnails addresses={(Array.isArray(value) ? value : [value]).map(String)} full={full} />;
    case 'choice':
      return (
        <span className="inline-block rounded-2xl bg-mist px-2.5 py-1 font-medium text-gulf md:whitespace-nowrap">
          {words}
        </span>
      );
    case 'number':
    case 'money':
    case 'date':
    case 'moment':
    case 'id':
      return (
        <span className={`tabular-nums ${full ? 'wrap-anywhere' : 'sm:whitespace-nowrap'}`}>{words}</span>
      );
    case 'email':
      return (
        <a href={`mailto:${words}`} className="text-gulf underline wrap-anywhere">
          {words}
        </a>
      );
    case 'link':
      return isWebAddress(words) ? (
        <a
          href={words}
          target={isOnSite(words) ? undefined : '_blank'}
          rel="noreferrer"
          className={`text-gulf underline ${text}`}
        >
          {words}
        </a>
      ) : (
        <span className={text}>{words}</span>
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
          {words}
        </Link>
      );
    default:
      return <span className={text}>{words}</span>;
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

const Nothing = () => (
  <span className="text-slate">
    <span aria-hidden="true">—</span>
    <span className="unseen">empty</span>
  </span>
);

const maxThumbnails = 3;

function Thumbnails({ addresses, full }: { addresses: string[]; full: boolean }) {
  const shown = full ? addresses : addresses.slice(0, maxThumbnails);
  const more = addresses.length - shown.length;
  return (
    <span className={`flex items-center gap-1.5 ${full ? 'flex-wrap' : ''}`}>
      {shown.map((address, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may stand in a list twice
        <Thumb key={`${index}-${address}`} address={address} full={full} />
      ))}
      {more > 0 && <span className="text-slate">{`+${more}`}</span>}
    </span>
  );
}

const Thumb = ({ address, full }: { address: string; full: boolean }) =>
  isOnSite(address) ? (
    <img
      src={thumbnailUrl(address)}
      alt=""
      loading="lazy"
      decoding="async"
      className={`shrink-0 rounded-md bg-glass object-cover ${full ? 'size-24' : 'size-10'}`}
    />
  ) : (
    <span className="line-clamp-2 wrap-anywhere">{address}</span>
  );
