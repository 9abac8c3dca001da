import { useMutation, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { formatDate, formatDateTime } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { telHref } from '../../../shared/text/phone.ts';
import { Alert } from '../../../ui/alert.tsx';
import { useFocusAfterRemoval } from '../../../ui/browser/use-focus-after-removal.ts';
import { SmallButton } from '../../../ui/small-button.tsx';
import { channelNames } from '../../channels/channel-names.ts';
import { conflict as conflictCalls } from './calls.ts';
import { ChannelConflictItem } from './channel-conflict-item.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import type { ChannelConflict, Conflict, ConflictList as Conflicts } from './contract.server.ts';
import { conflictsQuery } from './queries.ts';

/** Nights that were sold twice, at the top; renders nothing without any. */
export function ConflictList({ conflicts, channelConflicts }: Conflicts) {
  const [chosen, setChosen] = useState<Conflict | null>(null);
  const [done, setDone] = useState('');
  const messages = useRef<HTMLDivElement>(null);
  // The section goes with its last conflict, the messages stay.
  const focusAfterRemovalOf = useFocusAfterRemoval(() => messages.current?.focus());
  // The message is there before the list without the conflict, so that it can take the focus.
  const report = (text: string) => flushSync(() => setDone(text));
  const dismissal = useDismissal(report);
  return (
    <>
      <div ref={messages} tabIndex={-1} aria-live="polite" className="grid scroll-mt-20 gap-3 empty:hidden">
        {done && <Alert>{done}</Alert>}
        {dismissal.error && <Alert failed>{dismissal.error.message}</Alert>}
      </div>
      {conflicts.length + channelConflicts.length > 0 && (
        <section
          aria-labelledby="conflicts"
          className="grid gap-3 rounded-2xl border border-danger/40 bg-danger/5 p-4 sm:p-6"
        >
          <h2 id="conflicts" className="flex items-center gap-2 text-xl text-deep">
            <TriangleAlert aria-hidden="true" className="size-6 shrink-0 text-danger" />
            Booked twice
          </h2>
          <ul className="grid gap-3">
            {conflicts.map((conflict) => (
              <ConflictItem
                key={conflict.id}
                conflict={conflict}
                choose={(pressed) => {
                  focusAfterRemovalOf(pressed);
                  setChosen(conflict);
                }}
              />
            ))}
            {channelConflicts.map((conflict) => (
              <ChannelConflictItem
                key={conflict.id}
                conflict={conflict}
                isBusy={dismissal.isPending}
                dismiss={(pressed) => {
                  focusAfterRemovalOf(pressed);
                  dismissal.mutate(conflict);
                }}
              />
            ))}
          </ul>
        </section>
      )}
      {chosen && (
        <ConflictDialog
          conflict={chosen}
          onClose={() => {
            focusAfterRemovalOf(null);
            setChosen(null);
          }}
          onDone={(text) => {
            setChosen(null);
            dismissal.reset();
            report(text);
          }}
        />
      )}
    </>
  );
}

/** Closes a conflict of two channels; the list holds the call, because the row is gone after it. */
function useDismissal(onDone: (text: string) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: ChannelConflict) => conflictCalls.dismiss({ id }),
    onMutate: () => onDone(''),
    onSuccess: (list, { property }) => {
      client.setQueryData(conflictsQuery.queryKey, list);
      onDone(`Closed: ${property.title} has one stay there. A conflict comes again only with other nights.`);
    },
    onError: () => void client.invalidateQueries({ queryKey: conflictsQuery.queryKey }),
  });
}

interface ConflictItemProps {
  conflict: Conflict;
  choose(pressed: Element): void;
}

function ConflictItem({ conflict, choose }: ConflictItemProps) {
  const { booking, event, offeredAt, detectedAt } = conflict;
  return (
    <li className="grid gap-2 rounded-xl border border-dune bg-white p-4">
      <p className="font-semibold text-ink wrap-anywhere">{booking.property.title}</p>
      <dl className="grid gap-1 sm:grid-cols-[8rem_minmax(0,1fr)]">
        <dt className="text-slate">Booked here</dt>
        <dd className="text-ink wrap-anywhere">
          {`${booking.name}, ${formatDate(booking.checkin)} to ${formatDate(booking.checkout)}, ${formatMoney(booking.total, booking.currency)} `}
          <Link
            to={`/admin/bookings/${booking.code}`}
            className="font-medium text-gulf underline underline-offset-4"
          >
            {booking.code}
          </Link>
          {booking.phone && (
            <>
              {', '}
              <a href={telHref(booking.phone)} className="font-medium text-gulf underline underline-offset-4">
                {booking.phone}
              </a>
            </>
          )}
        </dd>
        <dt className="text-slate first-letter:uppercase">{channelNames[event.channel]}</dt>
        <dd className="text-ink">{`${formatDate(event.checkin)} to ${formatDate(event.checkout)}`}</dd>
        <dt className="text-slate">Found</dt>
        <dd className="text-ink">
          {formatDateTime(detectedAt)}
          {offeredAt && `; other dates offered ${formatDateTime(offeredAt)}`}
        </dd>
      </dl>
      <div>
        <SmallButton
          variant="strong"
          onClick={({ currentTarget }) => choose(currentTarget)}
          aria-haspopup="dialog"
          className="min-h-11"
        >
          Choose what to do
        </SmallButton>
      </div>
    </li>
  );
}
