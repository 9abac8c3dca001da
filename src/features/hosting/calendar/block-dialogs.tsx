import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { ApiError } from '../../../shared/http/api-error.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { ErrorAlert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { inputClass } from '../../../ui/small-button.tsx';
import { Dialog } from '../../admin/shell/dialog.tsx';
import { hostCalendarClient } from '../../bookings/host-calendar/client.ts';
import type { CalendarProperty } from '../../bookings/host-calendar/host-calendar.ts';
import { type NightSpan, NightsFields } from '../rates/nights-fields.tsx';
import { formatNights, nightsIn } from './entries.ts';
import { bookingsIn } from './selection.ts';

interface CloseDialogProps {
  property: CalendarProperty;
  span: NightSpan;
  onClosed(blockId: string, nights: string): void;
  onClose(): void;
}

/** Closes nights, and says beforehand what that does. */
export function CloseDialog({ property, span: initial, onClosed, onClose }: CloseDialogProps) {
  const id = useId();
  const [span, setSpan] = useState(initial);
  const [note, setNote] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      hostCalendarClient().closeNights({
        ...{ property: property.slug, first_night: span.first, last_night: span.last, note },
      }),
    onSuccess: (block) => onClosed(block.id, formatNights(span.first, span.last)),
  });
  const fields = error instanceof ApiError ? error.fields : {};
  const code = error instanceof ApiError ? error.details.bookingCode : undefined;
  return (
    <Dialog
      title={`Close nights of ${property.title}`}
      onClose={onClose}
      footer={
        <>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} disabled={isPending}>
            Close these nights
          </Button>
        </>
      }
    >
      <form
        id={id}
        onSubmit={(event) => {
          event.preventDefault();
          mutate();
        }}
        className="grid gap-5"
      >
        {error && <ErrorAlert>{error.message}</ErrorAlert>}
        {typeof code === 'string' && (
          <Link to={`/admin/bookings/${code}`} className="font-semibold text-gulf underline">
            Open booking {code}
          </Link>
        )}
        <NightsFields span={span} errors={fields} onChange={setSpan} />
        <div className="grid gap-1.5">
          <label htmlFor={`${id}-note`} className="font-semibold">
            Note (for hosts alone)
          </label>
          <textarea
            id={`${id}-note`}
            rows={2}
            maxLength={500}
            value={note}
            onChange={({ target }) => setNote(target.value)}
            className={inputClass}
          />
        </div>
        <ClosingEffect property={property} span={span} />
      </form>
    </Dialog>
  );
}

function ClosingEffect({ property, span }: { property: CalendarProperty; span: NightSpan }) {
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
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => hostCalendarClient().openNights(block.id),
    onSuccess: onOpened,
  });
  const nights = nightsIn(block.first_night, block.last_night);
  return (
    <Dialog
      title={`Closed nights of ${property.title}`}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button look="quiet" onClick={onClose}>
            Leave them closed
          </Button>
          <Button disabled={isPending} onClick={() => mutate()}>
            Open these nights
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {error && <ErrorAlert>{error.message}</ErrorAlert>}
        <p className="font-semibold">
          {`${formatNights(block.first_night, block.last_night)}: ${pluralize(nights, 'night')}`}
        </p>
        <p className="wrap-anywhere">{block.note || 'There is no note.'}</p>
        <p>Opened again, guests can book them at the prices of those nights.</p>
      </div>
    </Dialog>
  );
}
