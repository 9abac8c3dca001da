import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { EffectRequest } from '../calls/contract.server.ts';
import { effectQuery } from '../calls/queries.ts';
import { useSettled } from './draft-note.tsx';

/** The effect of a change of rows, while it is typed; empty while its values are not valid. */
export function EffectNote({ table, change }: { table: string; change: EffectRequest }) {
  const key = useSettled(JSON.stringify(change));
  const { data } = useQuery(effectQuery(table, JSON.parse(key) as EffectRequest));
  return (
    <div
      role="status"
      className="sticky -bottom-5 mt-5 max-h-[35dvh] overflow-y-auto rounded-xl border border-glass bg-mist p-4 text-ink shadow-card empty:hidden"
    >
      {data && data.lines.length > 0 && (
        <>
          <p className="font-semibold text-deep">What this does</p>
          <EffectLines {...data} />
        </>
      )}
    </div>
  );
}

/** The sentences of an effect, warnings last. */
export const EffectLines = ({
  lines,
  warnings,
}: {
  lines: readonly string[];
  warnings: readonly string[];
}) => (
  <>
    <ul className="mt-1 list-disc pl-5 wrap-anywhere tabular-nums">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
    {warnings.map((warning) => (
      <p
        key={warning}
        className="mt-3 flex gap-2 rounded-lg border border-danger/30 bg-white p-3 text-danger tabular-nums wrap-anywhere"
      >
        <TriangleAlert aria-hidden="true" className="size-5 shrink-0" />
        {warning}
      </p>
    ))}
  </>
);
