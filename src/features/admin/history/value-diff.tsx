import type { FieldSchema } from '../../../shared/forms/schema.ts';
import { imagePath } from '../../../ui/rich-text/links.ts';
import { useRowLabel } from '../calls/queries.ts';
import { fieldKind } from '../schema/field-kind.ts';
import { formatValue } from '../schema/format-value.ts';
import type { Value } from '../schema/table.ts';

interface ValueDiffProps {
  name: string;
  /** Left out for a column that the schema no longer has. */
  field: FieldSchema | undefined;
  value: Value;
  /** The other version: words that it lacks are marked. */
  other?: Value;
}

/** A value to read: references by label, images as thumbnails, texts with their difference marked. */
export function ValueDiff({ name, field, value, other }: ValueDiffProps) {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) {
    return <span className="text-slate italic">empty</span>;
  }
  if (!field) return <TextDiff text={JSON.stringify(value)} />;
  if (field.references && !Array.isArray(value)) {
    return <ReferenceDiff table={field.references} id={String(value)} />;
  }
  if (fieldKind(name, field) === 'picture') {
    return <DiffThumbnails urls={(Array.isArray(value) ? value : [value]).map(String)} />;
  }
  const format = (one: Value | undefined) => formatValue(name, field, one);
  return <TextDiff text={format(value)} other={other === undefined ? undefined : format(other)} />;
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

/** Splits a text into the beginning it shares with another, its own middle, and the end it shares. */
export function diffRange(text: string, other: string): [string, string, string] {
  const own = text.split(/(?<=\s)/);
  const others = other.split(/(?<=\s)/);
  const shorter = Math.min(own.length, others.length);
  let start = 0;
  while (start < shorter && own[start] === others[start]) start += 1;
  let end = 0;
  while (end < shorter - start && own[own.length - 1 - end] === others[others.length - 1 - end]) end += 1;
  const cut = own.length - end;
  return [own.slice(0, start).join(''), own.slice(start, cut).join(''), own.slice(cut).join('')];
}

function DiffThumbnails({ urls }: { urls: string[] }) {
  return (
    <span className="grid gap-2">
      {urls.map((url, index) => {
        const path = imagePath(url);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same image may be there twice
          <span key={index} className="flex items-center gap-2">
            {path && <img src={path} alt="" loading="lazy" className="h-12 w-16 rounded object-cover" />}
            <span className="min-w-0 text-sm wrap-anywhere">{url}</span>
          </span>
        );
      })}
    </span>
  );
}

const ReferenceDiff = ({ table, id }: { table: string; id: string }) => (
  <span className="wrap-anywhere">{useRowLabel(table, id)}</span>
);
