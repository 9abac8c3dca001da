import { useQueryClient } from '@tanstack/react-query';
import { type FocusEvent, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFocusAfterRemoval } from '../../../ui/browser/use-focus-after-removal.ts';
import type { Toasts } from '../../../ui/overlays/toast.tsx';
import { invalidateData } from '../../admin/calls/queries.ts';
import type { LoadedCalendar } from './host-calendar.ts';
import { Legend } from './legend.tsx';
import { MonthGrid } from './month-grid.tsx';
import { type More, MoreRows } from './more-rows.tsx';
import { OpenDialog, type OpenDialogName } from './open-dialog.tsx';
import { describeSelection, type Selection, toSpan } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';
import { Timeline } from './timeline.tsx';
import { Toolbar } from './toolbar.tsx';
import { allHomes } from './url-state.ts';

interface CalendarViewProps {
  calendar: LoadedCalendar;
  isBusy: boolean;
  more: More;
  /** The slug of a home, or `all`. */
  home: string;
  from: string;
  /** Shows the weeks of this month that are over; absent where none is left out. */
  showPast?: (() => void) | undefined;
  toasts: Toasts;
  /** Whether nights are selected or a dialog is open. */
  onEditing(isEditing: boolean): void;
  /** @param edit gets the first day by then; `null` is today */
  move(edit: (from: string) => string | null): void;
  show(home: string): void;
}

/** The grid, what is selected in it, and the dialogs that change it. */
export function CalendarView({
  calendar,
  isBusy,
  more,
  home,
  from,
  showPast,
  toasts,
  onEditing,
  move,
  show,
}: CalendarViewProps) {
  const { properties, allProperties, currency } = calendar;
  const [selection, select] = useState<Selection | null>(null);
  const [open, setOpen] = useState<OpenDialogName | null>(null);
  const isEditing = selection !== null || open !== null;
  useEffect(() => onEditing(isEditing), [isEditing, onEditing]);
  const firstAction = useRef<HTMLButtonElement>(null);
  const { grid: gridFrame, moveToGrid, followBlur } = useGridFocus();
  const reset = () => {
    setOpen(null);
    select(null);
  };
  const finish = useFinish(toasts, moveToGrid, reset);
  const openBlock = useCallback((slug: string, id: string) => setOpen({ dialog: 'block', slug, id }), []);
  const property = properties.find(({ slug }) => slug === selection?.slug);
  const span = selection && toSpan(selection);
  const chosen = properties.find(({ slug }) => slug === home);
  const grid = { calendar, selection, select, openBlock, proceed: () => firstAction.current?.focus() };
  return (
    <>
      <Toolbar homes={allProperties} home={home} from={from} show={show} move={move} />
      {/* A phone shows the nights first. */}
      <p className="text-sm text-slate max-sm:order-1">
        Drag over nights, tap the first and the last, or use the arrow keys with Shift, then Enter.
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only sees the focus leave the cells */}
      <div ref={gridFrame} onBlur={followBlur} aria-busy={isBusy} className={isBusy ? 'opacity-60' : ''}>
        {home === allHomes || !chosen ? (
          <>
            <Timeline {...grid} />
            <MoreRows more={more} count={properties.length} all={allProperties.length} />
          </>
        ) : (
          <MonthGrid {...grid} property={chosen} showPast={showPast} />
        )}
      </div>
      <div className="max-sm:order-1">
        <Legend />
      </div>
      <p aria-live="polite" className="unseen">
        {property && span
          ? `Selected: ${property.title}, ${describeSelection(property, span, currency)}`
          : ''}
      </p>
      {property && span && (
        <SelectionBar
          property={property}
          span={span}
          currency={currency}
          firstAction={firstAction}
          openBlock={openBlock}
          closeNights={() => setOpen({ dialog: 'close' })}
          changeRates={() => setOpen({ dialog: 'rates' })}
          clear={() => moveToGrid(reset)}
        />
      )}
      {open && (
        <OpenDialog
          open={open}
          calendar={calendar}
          selection={selection}
          finish={finish}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

/** Moves the focus to the grid from a control that goes with what it belongs to. */
function useGridFocus() {
  const grid = useRef<HTMLDivElement>(null);
  const focusCell = () => grid.current?.querySelector<HTMLElement>('[data-night][tabindex="0"]')?.focus();
  // The cell may be part of another one once the calendar is read again.
  const focusAfterRemovalOf = useFocusAfterRemoval(focusCell);
  return {
    grid,
    /** The focus moved elsewhere, unless only the window lost it; React reports no blur of a removed cell. */
    followBlur({ target }: FocusEvent) {
      if (target !== document.activeElement) focusAfterRemovalOf(null);
    },
    /** @param remove closes what has the focus */
    moveToGrid(remove: () => void) {
      flushSync(remove);
      focusCell();
      if (document.activeElement) focusAfterRemovalOf(document.activeElement);
    },
  };
}

/** Fetches the grid again after a change, and offers to undo it in a message. */
function useFinish(toasts: Toasts, moveToGrid: (remove: () => void) => void, reset: () => void) {
  const client = useQueryClient();
  const undoneMs = 6_000;
  return (text: string, undo: () => Promise<unknown>) => {
    moveToGrid(reset);
    void invalidateData(client);
    const run = async () => {
      try {
        await undo();
        toasts.show({ text: 'Undone: everything is as it was.', stayMs: undoneMs });
      } catch (error) {
        toasts.show({ text: error instanceof Error ? error.message : String(error), stayMs: null });
      }
      await invalidateData(client);
    };
    toasts.show({ text, stayMs: null, action: { label: 'Undo', run: () => moveToGrid(() => void run()) } });
  };
}
