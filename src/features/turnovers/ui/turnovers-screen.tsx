import { useQuery } from '@tanstack/react-query';
import { Brush } from 'lucide-react';
import { useState } from 'react';
import { todayAtProperty } from '../../../shared/dates.ts';
import { addDays } from '../../../shared/nights.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { DaySteps } from '../../../ui/lists/day-steps.tsx';
import { Loaded } from '../../../ui/lists/loaded.tsx';
import { Notice } from '../../../ui/lists/notice.tsx';
import { listPageClass } from '../../admin/shell/page-class.ts';
import type { TurnoverList } from '../contract.server.ts';
import { formatDay } from '../turnover.ts';
import { CleanerLinks } from './cleaner-links.tsx';
import { turnoversQuery } from './queries.ts';
import { TurnoverRow } from './turnover-row.tsx';

const visibleDays = 14;

/** The turnovers by day, with their cleaners and states. */
export function TurnoversScreen() {
  const [from, setFrom] = useState(() => todayAtProperty(new Date()));
  const until = addDays(from, visibleDays - 1);
  const turnovers = useQuery(turnoversQuery(from, until));
  return (
    <div className={`${listPageClass} grid grid-cols-[minmax(0,1fr)] gap-5`}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 grow basis-80">
          <h1 className="text-2xl text-deep sm:text-3xl">Turnovers</h1>
          <p className="mt-1 max-w-prose text-slate">
            One for every departure. Cleaners get theirs by a link, without an account.
          </p>
        </div>
        <DaySteps from={from} days={visibleDays} goTo={setFrom} />
      </div>
      <Loaded query={turnovers} reloadError="above">
        {(list) => (
          <>
            <p role="status" className="font-semibold text-deep">
              {formatDay(from)} to {formatDay(until)}
            </p>
            <Days list={list} />
            <CleanerLinks cleaners={list.cleaners} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function Days({ list: { today, turnovers, cleaners } }: { list: TurnoverList }) {
  if (turnovers.length === 0)
    return (
      <Notice
        icon={Brush}
        title="Nothing to clean in these days"
        actions={<ButtonLink to="/admin/calendar">Open the calendar</ButtonLink>}
      >
        <p>As soon as guests leave on one of these days, their turnover stands here by itself.</p>
      </Notice>
    );
  return [...Map.groupBy(turnovers, ({ departsOn }) => departsOn)].map(([day, ofDay]) => (
    <section key={day} aria-labelledby={`day-${day}`}>
      <h2 id={`day-${day}`} className="text-xl text-deep">
        {day === today ? `Today, ${formatDay(day)}` : formatDay(day)}
      </h2>
      <ul className="mt-2 divide-y divide-dune/70 rounded-2xl bg-white shadow-card">
        {ofDay.map((turnover) => (
          <TurnoverRow key={turnover.id} turnover={turnover} cleaners={cleaners} />
        ))}
      </ul>
    </section>
  ));
}
