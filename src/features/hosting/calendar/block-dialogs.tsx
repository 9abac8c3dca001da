import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { ApiError } from '../../../shared/http/api-error.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { Field } from '../../../ui/forms/field.tsx';
import { FormDialog, fieldErrors } from '../../../ui/overlays/form-dialog.tsx';
import { type ChosenNights, NightsFields } from '../rates/nights-fields.tsx';
import { blocks, closedNights } from './calls.ts';
import { formatNights, nightsIn } from './entries.ts';
import type { CalendarProperty } from './host-calendar.ts';
import { bookingsIn } from './selection.ts';

interface CloseDialogProps {
  property: CalendarProperty;
  span: ChosenNights;
  onClosed(blockId: string, nights: string): void;
  onClose(): void;
}

/** Closes nights, and says beforehand what that does. */
export function CloseDialog({ property, span: initial, onClosed, onClose }: CloseDialogProps) {
  const [span, setSpan] = useState(initial);
  const [note, setNote] = useState('');
  const closing = useMutation({
    mutationFn: () =>
      blocks.close({
        json: { property: property.slug, first_night: span.first, last_night: span.last, note },
      }),
    onSuccess: (block) => onClosed(block.id, formatNights(span.first, span.last)),
  });
  const { error } = closing;
  const code = error instanceof ApiError ? error.details.bookingCode : undefined;
  return (
    <FormDialog
      title={`Close nights of ${property.title}`}
      submitLabel="Close these nights"
      closeLabel="Cancel"
      call={closing}
      remedy={
        typeof code === 'string' && (
          <Link to={`/admin/bookings/${code}`} className="font-semibold text-gulf underline">
            Open booking {code}
          </Link>
        )
      }
      onSubmit={() => closing.mutate()}
      onClose={onClose}
    >
      <NightsFields span={span} errors={fieldErrors(error)} onChange={setSpan} />
      <Field label="Note (only for hosts)">
        {(control) => (
          <textarea
            {...control}
            rows={2}
            maxLength={500}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
      </Field>
      <ClosingEffect property={property} span={span} />
    </FormDialog>
  );
}

function ClosingEffect({ property, span }: { property: CalendarProperty; span: ChosenNights }) {
  const isRange = span.first !== '' && span.first <= span.last;
  if (!isRange) return null;
  const [booking] = bookingsIn(property, span);
  const nights = nightsIn(span.first, span.last);
  return (
    <p className="rounded-xl bg-mist p-4" aria-live="polite">
      {booking
        ? `${booking.description} has some of these nights: they cannot be closed while it stands.`
        : `Guests will not be able to book ${nights === 1 ? 'this night' : `these ${pluralize(nights, 'night')}`}. Stays can still end on the first and begin after the last of them.`}
    </p>
  );
}

interface BlockDialogProps {
  property: CalendarProperty;
  block: CalendarProperty['blocks'][number];
  onOpened(): void;
  onClose(): void;
}

/** Closed nights, to be opened again. */
export function BlockDialog({ property, block, onOpened, onClose }: BlockDialogProps) {
  const opening = useMutation({
    mutationFn: () => closedNights.open({ id: block.id }),
    onSuccess: onOpened,
  });
  const nights = nightsIn(block.first_night, block.last_night);
  return (
    <FormDialog
      title={`Closed nights of ${property.title}`}
      size="small"
      submitLabel="Open these nights"
      closeLabel="Leave them closed"
      call={opening}
      onSubmit={() => opening.mutate()}
      onClose={onClose}
    >
      <p className="font-semibold">
        {`${formatNights(block.first_night, block.last_night)}: ${pluralize(nights, 'night')}`}
      </p>
      <p className="wrap-anywhere">{block.note || 'There is no note.'}</p>
      <p>Opened again, guests can book them at the prices of those nights.</p>
    </FormDialog>
  );
}
