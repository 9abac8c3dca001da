import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { formatDateTime } from '../../../shared/dates.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { Alert } from '../../../ui/alert.tsx';
import { SmallButton, SmallButtonLink } from '../../../ui/small-button.tsx';
import { feed as feedCalls } from '../../channels/calls.ts';
import { channelNames } from '../../channels/channel-names.ts';
import type { Feed } from '../../channels/contract.server.ts';
import { conflictsQuery } from '../conflicts/queries.ts';
import { Overlaps } from './overlaps.tsx';
import { feedsKey } from './queries.ts';
import { ReadingOutcome } from './reading-outcome.tsx';

const states: Record<Feed['state'], { label: string; variant: string }> = {
  good: { label: 'Read well', variant: 'bg-leaf/10 text-leaf' },
  failing: { label: 'Last reading failed', variant: 'bg-peach text-ember' },
  stale: { label: 'Cannot be read', variant: 'bg-danger/10 text-danger' },
  never_read: { label: 'Not read yet', variant: 'bg-mist text-gulf' },
  inactive: { label: 'Switched off', variant: 'bg-sand text-slate' },
};

const empty = { label: 'No events', variant: 'bg-mist text-gulf' };

/** A calendar of another site, and a reading of it by hand. */
export function FeedItem({ feed }: { feed: Feed }) {
  const client = useQueryClient();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => feedCalls.readNow({ id: feed.id }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: conflictsQuery.queryKey });
      return client.invalidateQueries({ queryKey: feedsKey });
    },
  });
  const isEmpty = feed.state === 'good' && feed.eventCount === 0;
  const { label, variant } = isEmpty ? empty : states[feed.state];
  const name = `${channelNames[feed.channel]}${feed.name ? `: ${feed.name}` : ''}`;
  const filters = encodeURIComponent(JSON.stringify({ id: feed.id }));
  return (
    <li className="grid gap-2 rounded-xl border border-dune p-3 sm:p-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <p className="min-w-0 font-semibold text-ink wrap-anywhere first-letter:uppercase">
          {name}
          <span className="block text-sm font-normal text-slate">{feed.host}</span>
        </p>
        <span className={`rounded-full px-3 py-1 text-sm font-semibold ${variant}`}>{label}</span>
      </div>
      <p className="text-slate">
        {feed.lastGoodAt
          ? `${pluralize(feed.eventCount, 'event')}, read ${formatDateTime(feed.lastGoodAt)}`
          : 'Never read well so far: until then this home takes requests only.'}
      </p>
      {isEmpty && <p className="text-slate">It was read, but it has no events: is this the right link?</p>}
      {feed.lastError && <p className="text-danger wrap-anywhere">{feed.lastError}</p>}
      <div className="flex flex-wrap gap-2">
        <SmallButton onClick={() => mutate()} disabled={isPending} className="min-h-11">
          <RefreshCw aria-hidden="true" className={`size-4 ${isPending ? 'motion-safe:animate-spin' : ''}`} />
          {isPending ? 'Reading…' : 'Read now'}
        </SmallButton>
        <SmallButtonLink
          variant="bare"
          to={`/admin?table=calendar_feeds&filters=${filters}`}
          className="min-h-11"
        >
          Change or remove
        </SmallButtonLink>
      </div>
      <div aria-live="polite" className="grid gap-2">
        {error && <Alert failed>{error.message}</Alert>}
        {data && !isPending && <Overlaps reading={data} />}
        {data && !isPending && <ReadingOutcome reading={data} />}
      </div>
    </li>
  );
}
