import { formatDate } from '../../../shared/dates.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { Alert } from '../../../ui/alert.tsx';
import type { CheckedReading } from '../../channels/contract.server.ts';

const outcomes: Record<CheckedReading['events'][number]['outcome'], string> = {
  added: 'new',
  unchanged: 'unchanged',
  changed: 'other dates',
  renamed: 'unchanged',
  returned: 'back again',
  echo: 'had from us, closes its nights',
  missing: 'gone, its nights stay closed for now',
  removed: 'gone, its nights are free',
  cancelled: 'cancelled, its nights are free',
  own: 'our own, not counted',
};

interface ReadingProps {
  reading: Pick<CheckedReading, 'isGood' | 'error' | 'events'>;
}

/** What a reading by hand did: its events, and why some or all of them could not be read. */
export function ReadingOutcome({ reading: { isGood, error, events } }: ReadingProps) {
  if (events.length === 0)
    return isGood ? (
      <Alert>The calendar was read, but it has no events: is this the right link?</Alert>
    ) : (
      <Alert failed>{error}</Alert>
    );
  return (
    <>
      {!isGood && <Alert failed>{`${error} Some events could not be read; the others took effect.`}</Alert>}
      <details open={events.length <= 8} className="rounded-lg bg-mist p-3">
        <summary className="cursor-pointer font-semibold text-ink">
          {`Read now: ${pluralize(events.length, 'event')}`}
        </summary>
        <ul className="mt-2 grid max-h-80 gap-1.5 overflow-y-auto">
          {events.map(({ uid, checkin, checkout, kind, outcome }) => (
            <li key={`${uid} ${checkin}`} className="text-ink">
              {`${formatDate(checkin)} to ${formatDate(checkout)}: ${kind === 'block' ? 'closed' : 'a stay'}, ${outcomes[outcome]}`}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
