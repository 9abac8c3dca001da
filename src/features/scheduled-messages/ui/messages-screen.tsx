import { useQuery } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { Link } from 'react-router';
import { formatDate, todayAtProperty } from '../../../shared/dates.ts';
import { addDays } from '../../../shared/nights.ts';
import { useUrlQuery } from '../../../ui/browser/use-url-query.ts';
import { DaySteps } from '../../../ui/lists/day-steps.tsx';
import { Loaded } from '../../../ui/lists/loaded.tsx';
import { Notice } from '../../../ui/lists/notice.tsx';
import { SmallButton, smallButtonClass } from '../../../ui/small-button.tsx';
import { readingPageClass } from '../../admin/shell/page-class.ts';
import { type ListDays, listDaysUrl, spans } from '../list-days.ts';
import { forecastQuery } from '../queries.ts';
import { MessageList } from './message-list.tsx';

/** The messages to guests of some days: those of `?from=2027-07-01` on, else of today on; `?days=30` shows more of them. */
export function MessagesScreen() {
  const [query, changeUrl] = useUrlQuery();
  const change = (next: Partial<ListDays>, options?: { replace: boolean }) =>
    changeUrl((latest) => listDaysUrl.change(latest, next), options);
  const { days, ...start } = listDaysUrl.parse(query);
  const today = todayAtProperty(new Date());
  const from = start.from ?? today;
  const to = addDays(from, days - 1);
  const forecast = useQuery(forecastQuery({ from, to }));
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
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <fieldset className="flex flex-wrap gap-2">
          <legend className="unseen">How many days</legend>
          {spans.map((span) => (
            <SmallButton
              key={span}
              aria-pressed={span === days}
              variant={span === days ? 'chosen' : 'plain'}
              onClick={() => change({ days: span }, { replace: true })}
            >
              {span} days
            </SmallButton>
          ))}
        </fieldset>
        <DaySteps from={from} days={days} goTo={(day) => change({ from: day === today ? null : day })} />
      </div>
      <p role="status" className="font-semibold text-deep">
        {formatDate(from)} to {formatDate(to)}
      </p>
      <Loaded query={forecast} reloadError="above">
        {(messages) =>
          messages.length === 0 ? (
            <Notice icon={MailCheck} title={`Nothing ${to < today ? 'went' : 'goes'} out in these days`}>
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
