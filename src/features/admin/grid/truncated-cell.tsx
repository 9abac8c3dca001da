import type { ComponentProps } from 'react';
import { Cell } from './cell.tsx';
import { useIsTruncated } from './use-is-truncated.ts';

interface LongCellProps extends ComponentProps<typeof Cell> {
  /** The field and its row, for those who hear the button without seeing where it stands. */
  called: string;
  showAll(): void;
}

/** A value that may not fit into its cell, and the way to the rest where it does not. */
export function LongCell({ called, showAll, ...cell }: LongCellProps) {
  const { frame, isCutOff } = useIsTruncated(cell.row[cell.name]);
  return (
    <div ref={frame}>
      <Cell {...cell} />
      {isCutOff && (
        <button type="button" onClick={showAll} className="mt-0.5 block font-medium text-gulf underline">
          Show all
          <span className="unseen">{` of ${called}`}</span>
        </button>
      )}
    </div>
  );
}
