import { useQuery } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { isNight, todayAtProperty } from '../../../shared/dates.ts';
import { addDays } from '../../../shared/nights.ts';
import { Loaded } from '../../../ui/lists/loaded.tsx';
import { Notice } from '../../../ui/lists/notice.tsx';
import { SmallButton, smallButtonClass } from '../../../ui/small-button.tsx';
import { readingPageClass } from '../../admin/shell/page-class.ts';
import { forecastQuery } from '../queries.ts';
import { MessageList } from './message-list.tsx';

const spans = [14, 30, 60] as const;

/**
 * The messages that are sent to guests in the next days. `?days=30` shows more of them, `?from=2027-07-01` those from
 * that day on.
 */
export function MessagesScreen() {
  const [params, setParams] = useSearchParams();
  const days = spans.find((span) => String(span) === params.get('days')) ?? spans[0];
  const today = todayAtProperty(new Date());
  const first = params.get('from') ?? '';
  const from = isNight(first) && first < today ? first : today;
  const forecast = useQuery(forecastQuery({ from, to: addDays(from, days - 1) }));
  return (
    <div className={`${readingPageClass} grid grid-cols-[minmax(0,1fr)] gap-5`}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 grow basis-80">
          <h1 className="text-2xl text-deep sm:text-3xl">Messages</h1>
          <p className="mt-1 max-w-prose text-slate">
            What goes out to guests by itself, what went out, and why something did not. An answer lands in
            your inbox.
          </p>
        </div>
        <p className="flex flex-wrap gap-2">
          <Link to="/admin?table=message_rules" className={smallButtonClass('plain')}>
            Rules
          </Link>
          <Link to="/admin?table=message_templates" className={smallButtonClass('plain')}>
            Templates
          </Link>
        </p>
      </div>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="unseen">How many days</legend>
        {spans.map((span) => (
          <SmallButton
            key={span}
            aria-pressed={span === days}
            variant={span === days ? 'chosen' : 'plain'}
            onClick={() =>
              setParams(from === today ? { days: String(span) } : { days: String(span), from }, {
                replace: true,
              })
            }
          >
            {span} days
          </SmallButton>
        ))}
      </fieldset>
      <Loaded query={forecast} reloadError="above">
        {(messages) =>
          messages.length === 0 ? (
            <Notice icon={MailCheck} title="Nothing goes out in these days">
              <p>Messages appear here for confirmed stays, by the rules that are switched on.</p>
            </Notice>
          ) : (
            <section aria-label="Messages" className="rounded-2xl bg-white p-4 shadow-card sm:p-6">
              <MessageList messages={messages} withBooking />
            </section>
          )
        }
      </Loaded>
    </div>
  );
}
