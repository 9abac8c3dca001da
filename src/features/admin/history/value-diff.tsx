import type { FieldSchema } from '../../../shared/forms/schema.ts';
import { imagePath } from '../../../ui/rich-text/links.ts';
import { useRowName } from '../references/use-row-label.ts';
import { fieldKind } from '../schema/field-kind.ts';
import { formatValue } from '../schema/format-value.ts';
import type { Value } from '../schema/table.ts';

interface HistoryValueProps {
  name: string;
  /** Left out for a column that the schema no longer has. */
  field: FieldSchema | undefined;
  value: Value;
  /** The other of two texts: the words that only this one has are marked. */
  other?: Value;
}

/** A value as people read it: references by name, pictures as pictures, texts with what is different marked. */
export function ValueDiff({ name, field, value, other }: HistoryValueProps) {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) {
    return <span className="text-slate italic">empty</span>;
  }
  if (!field) return <TextDiff text={JSON.stringify(value)} />;
  if (field.references && !Array.isArray(value)) {
    return <ReferenceDiff table={field.references} id={String(value)} />;
  }
  if (fieldKind(name, field) === 'picture') {
    return <DiffThumbnails addresses={(Array.isArray(value) ? value : [value]).map(String)} />;
  }
  const words = (one: Value | undefined) => formatValue(name, field, one);
  return <TextDiff text={words(value)} other={other === undefined ? undefined : words(other)} />;
}

function TextDiff({ text, other }: { text: string; other?: string }) {
  const [before, changed, after] = other === undefined ? [text, '', ''] : diffRange(text, other);
  return (
    <span className="block max-h-48 overflow-y-auto whitespace-pre-wrap wrap-anywhere">
      {before}
      {changed && <mark className="rounded bg-sun/40 text-ink">{changed}</mark>}
      {after}
    </span>
  );
}

/** A text in three parts: what it begins with like the other, what is its own, what it ends with like the other. */
export function diffRange(text: string, other: string): [string, string, string] {
  const own = text.split(/(?<=\s)/);
  const others = other.split(/(?<=\s)/);
  const most = Math.min(own.length, others.length);
  let start = 0;
  while (start < most && own[start] === others[start]) start += 1;
  let end = 0;
  while (end < most - start && own[own.length - 1 - end] === others[others.length - 1 - end]) end += 1;
  const cut = own.length - end;
  return [own.slice(0, start).join(''), own.slice(start, cut).join(''), own.slice(cut).join('')];
}

function DiffThumbnails({ addresses }: { addresses: string[] }) {
  return (
    <span className="grid gap-2">
      {addresses.map((address, index) => {
        const path = imagePath(address);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may be there twice
          <span key={index} className="flex items-center gap-2">
            {path && <img src={path} alt="" loading="lazy" className="h-12 w-16 rounded object-cover" />}
            <span className="min-w-0 text-sm wrap-anywhere">{address}</span>
          </span>
        );
      })}
    </span>
  );
}

const ReferenceDiff = ({ table, id }: { table: string; id: string }) => (
  <span className="wrap-anywhere">{useRowName(table, id)}</span>
);
