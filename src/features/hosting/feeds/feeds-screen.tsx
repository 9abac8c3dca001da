import { useQuery } from '@tanstack/react-query';
import { CalendarPlus, CalendarSync } from 'lucide-react';
import { useState } from 'react';
import { ErrorState, Skeleton } from '../../../ui/lists/loaded.tsx';
import { Notice } from '../../../ui/lists/notice.tsx';
import { SmallButton } from '../../../ui/small-button.tsx';
import { listPageClass } from '../../admin/shell/page-class.ts';
import { screenMeta } from '../../admin/shell/screen-meta.ts';
import type { CheckedReading } from '../../channels/contract.server.ts';
import { propertiesQuery } from '../../listings/queries.ts';
import { HomePages, HomeSearch } from '../../listings/ui/home-pager.tsx';
import { ConflictList } from '../conflicts/conflict-list.tsx';
import { conflictsQuery } from '../conflicts/queries.ts';
import { AddFeedDialog } from './add-feed-dialog.tsx';
import { HomeCalendars } from './home-calendars.tsx';
import { Overlaps } from './overlaps.tsx';
import { feedsQuery } from './queries.ts';
import { useHomesInView } from './use-homes-in-view.ts';

export const meta = () => screenMeta('Channels');

/** Calendars of other channels: imported ones, exported ones, and nights that were sold twice. */
export default function FeedsScreen() {
  const place = useHomesInView();
  const [isAdding, setAdding] = useState(false);
  const [added, setAdded] = useState<CheckedReading | null>(null);
  const feeds = useQuery(feedsQuery(place.page, place.search));
  // A server may not name the homes of the page; a new calendar is for any home.
  const needsHomes = isAdding || (feeds.data !== undefined && feeds.data.properties === undefined);
  const homes = useQuery({ ...propertiesQuery, enabled: needsHomes });
  const conflicts = useQuery(conflictsQuery);
  const { conflicts: own = [], channelConflicts = [] } = conflicts.data ?? {};
  // What was sold twice comes before another calendar.
  const hasConflicts = own.length + channelConflicts.length > 0;
  const visibleHomes = feeds.data?.properties ?? homes.data;
  const pages = feeds.data?.pages ?? 1;
  const failed = [feeds, homes, conflicts].filter(({ isError }) => isError);
  const error = failed[0]?.error;
  return (
    <div className={`${listPageClass} grid grid-cols-[minmax(0,1fr)] gap-5`}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 grow basis-80">
          <h1 className="text-2xl text-deep sm:text-3xl">Channels</h1>
          <p className="mt-1 max-w-prose text-slate">
            Every 10 minutes, and again before each payment page opens, we read what other booking sites have
            sold.
          </p>
        </div>
        <SmallButton
          variant={hasConflicts ? 'plain' : 'strong'}
          className="min-h-11"
          onClick={() => setAdding(true)}
          aria-haspopup="dialog"
        >
          <CalendarPlus aria-hidden="true" className="size-4" />
          Add a calendar
        </SmallButton>
      </div>
      {error && (
        <ErrorState
          error={error}
          retry={() => {
            for (const { refetch } of failed) void refetch();
          }}
        />
      )}
      {conflicts.data && <ConflictList {...conflicts.data} />}
      {added && <Overlaps reading={added} />}
      {feeds.data && visibleHomes ? (
        <>
          {feeds.data.feeds.length === 0 && pages === 1 && place.search === '' && (
            <Notice icon={CalendarSync} title="No other channel yet">
              <p>
                Is a home on Airbnb, Vrbo or Booking.com, too? Add its calendar above, and give each site our
                link below: then no night is sold twice.
              </p>
            </Notice>
          )}
          {(pages > 1 || place.search !== '') && <HomeSearch {...place} />}
          {visibleHomes.length === 0 && <p role="status">No home has this name.</p>}
          {visibleHomes.map(({ slug, title }) => (
            <HomeCalendars
              key={slug}
              title={title}
              feeds={feeds.data.feeds.filter(({ property }) => property === slug)}
              links={feeds.data.exports.filter(({ property }) => property === slug)}
            />
          ))}
          <HomePages {...place} pages={pages} />
        </>
      ) : (
        !error && <Skeleton />
      )}
      {isAdding && homes.data && (
        <AddFeedDialog
          homes={homes.data}
          onAdded={(reading) => {
            setAdded(reading);
            setAdding(false);
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  );
}
