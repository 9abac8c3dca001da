import { formatDateTime } from '../../../shared/dates.ts';
import type { HostedDetail } from '../bookings/contract.server.ts';
import { actorText, historyText } from './history-text.ts';
import { Panel } from './panel.tsx';

/** The events of the booking and the mails about them, newest first. */
export function BookingHistory({ booking: { history, mails, currency } }: { booking: HostedDetail }) {
  return (
    <>
      {history.length > 0 && (
        <Panel title="History">
          <ol className="border-l-2 border-glass">
            {history.toReversed().map((entry) => {
              const { title, quote } = historyText(entry, currency);
              return (
                <li key={`${entry.at} ${entry.event} ${title}`} className="relative py-2 pl-5">
                  <span
                    aria-hidden="true"
                    className="absolute top-4 -left-1.75 size-3 rounded-full bg-lagoon"
                  />
                  <span className="block font-semibold wrap-anywhere text-ink">{title}</span>
                  <span className="block text-sm wrap-anywhere text-slate">
                    {`${formatDateTime(entry.at)}, by ${actorText(entry.actor)}`}
                  </span>
                  {quote && (
                    <q className="mt-1 block rounded-xl bg-sand px-3 py-2 whitespace-pre-line wrap-anywhere text-ink">
                      {quote}
                    </q>
                  )}
                </li>
              );
            })}
          </ol>
        </Panel>
      )}
      {mails.length > 0 && (
        <Panel title="Mails">
          <ul className="divide-y divide-dune/70">
            {mails.toReversed().map(({ to, subject, at }) => (
              <li key={`${at} ${to} ${subject}`} className="py-2">
                <span className="block wrap-anywhere text-ink">{subject}</span>
                <span className="block text-sm text-slate">{`To the ${to}, ${formatDateTime(at)}`}</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}
