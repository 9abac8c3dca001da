import type { Ctx } from '../../../platform/context.server.ts';
import { described, email, slug } from '../../../platform/http/fields.server.ts';
import type { Limit } from '../../../platform/http/rate-limit.server.ts';
import { body, type Parsed } from '../../../platform/http/shapes.server.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { AppError } from '../../../shared/errors.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { emailLimitKey } from '../../auth/tokens.server.ts';
import { checkStay } from '../../bookings/calendar/check-stay.ts';
import { explainProblem } from '../../bookings/calendar/explain-problem.server.ts';
import {
  findSoldProperty,
  loadRules,
  type PropertyRules,
} from '../../bookings/calendar/load-rules.server.ts';
import { reasonError } from '../../bookings/calendar/reason.ts';
import { party, stayDates, stayRules } from '../../bookings/calendar/stay-fields.server.ts';
import { waitlistOpenedEmail } from '../../bookings/emails/list-emails.server.ts';
import { loadStayFrame } from '../../bookings/emails/load-email-data.server.ts';
import { currency, type Stay } from '../../bookings/pricing/price.ts';
import { priceStay } from '../../bookings/pricing/price-stay.ts';
import { joinLimit, unsubscribeLinks } from './actions.server.ts';
import { insertNightsEntry, waitingForNights } from './nights-store.server.ts';
import { collectFailures, type Failures } from './run-failures.server.ts';
import { claimEntry } from './store.server.ts';

const { guests } = party;

export const nightsRequest = body(
  {
    ...stayDates,
    guests,
    property: described('The slug of a home', slug('Please choose a home')),
    email: email('Email is not a valid email', 'Email is required'),
  },
  stayRules,
);
type NightsRequest = Parsed<typeof nightsRequest>;

/** Limits an address, which anybody may type; its owner can sign in instead. */
const addressLimit: Limit = {
  name: 'waitlist-address',
  points: 10,
  seconds: 86_400,
  message:
    'This address has joined many lists within a day. Please sign in with it, try again tomorrow, or call us.',
};

const loadStayRules = async (ctx: Ctx, slug: string, stay: Stay): Promise<PropertyRules> =>
  loadRules(ctx, await findSoldProperty(ctx, slug), { from: stay.checkin, until: stay.checkout });

/**
 * Puts an address on the list for nights that are taken. The response is the same for an address that is on it already; nobody
 * is notified twice of the same nights within a day, and whoever joins again meanwhile waits for the end of that day.
 * @returns a message for the guest
 * @throws AppError `notFound`, `tooMany`, or with a `reason` for nights that are free and a stay that is never sold
 */
export async function joinNightsWaitlist(
  ctx: Ctx,
  { property, email, ...stay }: NightsRequest,
): Promise<string> {
  await ctx.consumeLimit(joinLimit, ctx.clientKey);
  const rules = await loadStayRules(ctx, property, { ...stay, pets: 0 });
  const problem = checkStay(rules.calendar, { ...stay, pets: 0 });
  if (!problem)
    throw new AppError('conflict', 'These nights are free: you can book them now.', {
      extra: { reason: 'nights_free' },
    });
  if (problem.reason !== 'dates_taken') {
    const { reason, message, nearest } = explainProblem(rules, { ...stay, pets: 0 }, problem);
    throw reasonError(reason, message, { nearest, currency });
  }
  if (ctx.viewer?.email !== email)
    await ctx.consumeLimit(addressLimit, emailLimitKey(ctx.settings.sessionSecret, email));
  const entry = { id: newId(), property_id: rules.property.id, email, ...stay, created_at: ctx.now() };
  await insertNightsEntry(ctx.db, entry);
  return `Thank you! We will write to you as soon as these nights in ${rules.property.title} open.`;
}

/** The most entries of a run; the others wait for the next one, a minute later. */
const maxMailsPerRun = 200;

interface WaitlistRun {
  mails: number;
  failures: Failures;
  signal?: AbortSignal | undefined;
}

const isOver = ({ mails, signal }: WaitlistRun): boolean =>
  signal?.aborted === true || mails >= maxMailsPerRun;

/**
 * Queues one mail to each guest whose nights are free again; the rules of a home are loaded once for all its entries. A mail
 * that cannot be queued is logged and retried by the next run; the entries behind it are still notified.
 * @throws AggregateError at the end, with what failed, so that the job counts as failed
 */
export async function notifyOpenedNights(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  const today = todayAtProperty(ctx.now());
  const run: WaitlistRun = { mails: 0, failures: collectFailures(ctx.log), signal };
  let afterId: string | null = null;
  do {
    const entries: WaitingEntry[] = await waitingForNights(ctx, { today, now: ctx.now(), afterId });
    for (const [slug, waiting] of Map.groupBy(entries, (entry) => entry.slug)) {
      if (isOver(run)) break;
      await notifyOfHome(ctx, run, slug, waiting).catch((err: unknown) => {
        run.failures.add(err, { slug }, 'the rules of a home for its waitlist could not be loaded');
      });
    }
    afterId = entries.at(-1)?.id ?? null;
  } while (afterId !== null && !isOver(run));
  run.failures.throwAny();
}

type WaitingEntry = Awaited<ReturnType<typeof waitingForNights>>[number];

async function notifyOfHome(ctx: Ctx, run: WaitlistRun, slug: string, entries: readonly WaitingEntry[]) {
  const from = entries.map(({ checkin }) => checkin).sort()[0] ?? '';
  const until =
    entries
      .map(({ checkout }) => checkout)
      .sort()
      .at(-1) ?? '';
  const rules = await loadRules(ctx, await findSoldProperty(ctx, slug), { from, until });
  for (const entry of entries) {
    if (isOver(run)) return;
    const stay = { checkin: entry.checkin, checkout: entry.checkout, guests: entry.guests, pets: 0 };
    if (checkStay(rules.calendar, stay)) continue;
    try {
      if (await notifyEntry(ctx, entry, stay, rules)) run.mails += 1;
    } catch (err) {
      run.failures.add(err, { entry: entry.id }, 'a mail about open nights could not be queued');
    }
  }
}

/** @returns whether the entry still waited */
function notifyEntry(ctx: Ctx, entry: WaitingEntry, stay: Stay, rules: PropertyRules): Promise<boolean> {
  const { lines, total } = priceStay(rules.prices, stay, rules.calendar.today);
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await claimEntry(tx, entry.id, ctx.now()))) return false;
    const frame = await loadStayFrame(ctx, tx, rules.property.id);
    const query = new URLSearchParams({
      property: entry.slug,
      checkin: stay.checkin,
      checkout: stay.checkout,
      guests: `${stay.guests}`,
      pets: '0',
    });
    const mail = waitlistOpenedEmail(
      { ...frame, ...stay, lines, total, currency },
      { email: entry.email, hostsEmail: ctx.settings.hostsEmail },
      { ...unsubscribeLinks(ctx, entry.id), book: `${ctx.settings.appUrl}/book?${query}` },
    );
    await ctx.mail.queue(tx, `waitlist-${entry.id}-opened-${ctx.now().getTime()}`, mail);
    return true;
  });
}
