import { useId } from 'react';
import type { ExportLink, Feed } from '../../channels/contract.server.ts';
import { ExportLinks } from './export-links.tsx';
import { FeedItem } from './feed-item.tsx';

interface HomeCalendarsProps {
  title: string;
  feeds: readonly Feed[];
  links: readonly ExportLink[];
}

/** One home: the calendars that we read, and the links under which others read ours. */
export function HomeCalendars({ title, feeds, links }: HomeCalendarsProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-2xl border border-dune bg-white p-4 sm:p-6">
      <h2 id={id} className="text-xl text-deep wrap-anywhere">
        {title}
      </h2>
      <div className="mt-4 grid gap-6 lg:grid-cols-2">
        <div className="min-w-0">
          <h3 className="mb-2 font-sans text-base font-semibold tracking-normal text-ink">We read</h3>
          {feeds.length === 0 ? (
            <p className="text-slate">No calendar of another site.</p>
          ) : (
            <ul className="grid gap-3">
              {feeds.map((feed) => (
                <FeedItem key={feed.id} feed={feed} />
              ))}
            </ul>
          )}
        </div>
        <div className="min-w-0">
          <h3 className="mb-2 font-sans text-base font-semibold tracking-normal text-ink">They read ours</h3>
          <ExportLinks links={links} />
        </div>
      </div>
    </section>
  );
}
