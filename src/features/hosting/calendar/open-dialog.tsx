import { pluralize } from '../../../shared/text/text.ts';
import { undoRates } from '../rates/calls.ts';
import { RatesDialog } from '../rates/rates-dialog.tsx';
import { BlockDialog, CloseDialog } from './block-dialogs.tsx';
import { blocks, closedNights } from './calls.ts';
import { formatNights } from './entries.ts';
import type { LoadedCalendar } from './host-calendar.ts';
import { type Selection, toSpan } from './selection.ts';

export type OpenDialogName = { dialog: 'close' | 'rates' } | { dialog: 'block'; slug: string; id: string };

interface OpenDialogProps {
  open: OpenDialogName;
  calendar: LoadedCalendar;
  selection: Selection | null;
  /** Reports a change, and offers to undo it. */
  finish(text: string, undo: () => Promise<unknown>): void;
  onClose(): void;
}

/** The dialog for the selected nights, or for closed ones. */
export function OpenDialog({ open, calendar, selection, finish, onClose }: OpenDialogProps) {
  const { properties, allProperties } = calendar;
  const slug = open.dialog === 'block' ? open.slug : selection?.slug;
  const property = properties.find((one) => one.slug === slug);
  if (!property) return null;
  if (open.dialog === 'block') {
    const block = property.blocks.find(({ id }) => id === open.id);
    if (!block) return null;
    const { first_night, last_night, note } = block;
    const closeAgain = () =>
      blocks.close({ json: { property: property.slug, first_night, last_night, note } });
    return (
      <BlockDialog
        property={property}
        block={block}
        onClose={onClose}
        onOpened={() =>
          finish(`Open again: ${property.title}, ${formatNights(first_night, last_night)}.`, closeAgain)
        }
      />
    );
  }
  if (!selection) return null;
  const span = toSpan(selection);
  if (open.dialog === 'close')
    return (
      <CloseDialog
        property={property}
        span={span}
        onClose={onClose}
        onClosed={(id, nights) =>
          finish(`Closed: ${property.title}, ${nights}.`, () => closedNights.open({ id }))
        }
      />
    );
  return (
    <RatesDialog
      property={property}
      span={span}
      onClose={onClose}
      homes={allProperties}
      onChanged={({ changedNights, undo }) =>
        finish(`Saved: ${pluralize(changedNights, 'night')} changed.`, () => undoRates(undo))
      }
    />
  );
}
