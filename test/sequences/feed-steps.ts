import { occupiesNights } from '../../src/features/bookings/record/booking.ts';
import { addMissingLinks } from '../../src/features/channels/export/store.server.ts';
import { readFeedNow } from '../../src/features/channels/import/read-feeds.server.ts';
import { ownUid } from '../../src/features/channels/own-uid.ts';
import { findConflicts } from '../../src/features/hosting/conflicts/find-conflicts.server.ts';
import { newId } from '../../src/shared/uuid.server.ts';
import { letLinkBeRead } from '../channel-reads.ts';
import type { ChannelCalendar } from './channels.ts';
import type { FeedChange, StepOf } from './step.ts';
import { pick, type World } from './world.ts';

type FeedStep = StepOf<'feed'>;

/** Another channel's calendar changes, and is read; the job looks for conflicts every minute. */
export async function feed(world: World, step: FeedStep): Promise<void> {
  const { calendar } = world;
  calendar.isBroken = false;
  if (step.change === 'echo' || step.change === 'own') await addEcho(world, step);
  else changes[step.change](calendar, step, world.span(step));
  await readFeedNow(world.ctx, calendar.feedId);
  await findConflicts(world.ctx);
}

type Change = (
  calendar: ChannelCalendar,
  step: FeedStep,
  span: { checkin: string; checkout: string },
) => void;

const changeEvent = (calendar: ChannelCalendar, { event }: FeedStep, change: object): void => {
  const chosen = pick(calendar.events, event);
  if (chosen) Object.assign(chosen, change);
};

const changes: Record<Exclude<FeedChange, 'echo' | 'own'>, Change> = {
  add: ({ events }, { isBlock }, span) =>
    void events.push({ uid: `${newId()}@channel.example`, ...span, isBlock, isCancelled: false }),
  shift: (calendar, step, span) => changeEvent(calendar, step, span),
  drop: ({ events }, { event }) => void events.splice(event % Math.max(1, events.length), 1),
  cancel: (calendar, step) => changeEvent(calendar, step, { isCancelled: true }),
  rename: (calendar, step) => changeEvent(calendar, step, { uid: `${newId()}@channel.example` }),
  break: (calendar) => {
    calendar.isBroken = true;
  },
};

/** The channel has read our calendar, and gives the nights of one of our stays back: under our name or one of its own. */
async function addEcho({ ctx, now, homes, calendar }: World, step: FeedStep): Promise<void> {
  const { db, settings } = ctx;
  const stays = await db
    .selectFrom('bookings')
    .selectAll()
    .where('property_id', '=', homes[0]?.id ?? '')
    .orderBy('id')
    .execute();
  const stay = pick(
    stays.filter(({ status }) => occupiesNights(status)),
    step.event,
  );
  if (!stay) return;
  await addMissingLinks(db);
  const link = await db
    .selectFrom('calendar_links')
    .select('id')
    .where('property_id', '=', stay.property_id)
    .where('channel', '=', calendar.channel)
    .executeTakeFirstOrThrow();
  await letLinkBeRead(db, { id: link.id, propertyId: stay.property_id }, now());
  const { checkin, checkout } = stay;
  const uid =
    step.change === 'own'
      ? ownUid('booking', stay.id, new URL(settings.appUrl).hostname)
      : `${newId()}@channel.example`;
  // Booking.com marks nights that it closed like stays.
  const isBlock = calendar.channel !== 'booking_com';
  calendar.events.push({ uid, checkin, checkout, isBlock, isCancelled: false });
}
