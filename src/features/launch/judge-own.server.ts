import type { Ctx } from '../../platform/context.server.ts';
import { formatDateTime, todayAtProperty } from '../../shared/dates.ts';
import { dayMs } from '../../shared/durations.ts';
import { exampleBusiness } from '../../shared/example-business.ts';
import { addDays, fromDayNumber, toDayNumber } from '../../shared/nights.ts';
import { pluralize } from '../../shared/text/text.ts';
import { summarizeBackups } from '../backups/actions.server.ts';
import { alarmAfterMs } from '../backups/backup.server.ts';
import { ratesOfNights } from '../bookings/pricing/store.server.ts';
import { nightRules, type Rate } from '../listings/night-rules.ts';
import { homeKey } from './checks.ts';
import {
  businessRow,
  type CheckResult,
  type CheckRow,
  confirmedContents,
  mailCameIn,
  mailsByAddress,
  type OwnHome,
  ownHomes,
  signedInEmails,
} from './store.server.ts';

const ok = (detail = ''): CheckResult => ({ state: 'ok', detail });
const todo = (detail: string): CheckResult => ({ state: 'todo', detail });
const failed = (detail: string): CheckResult => ({ state: 'failed', detail });

/** Judges what the site's own rows say, by key. */
export async function judgeOwn(ctx: Ctx, stored: readonly CheckRow[]): Promise<Map<string, CheckResult>> {
  const { db, settings } = ctx;
  const from = todayAtProperty(ctx.now());
  const until = addDays(from, priceDays);
  const [business, contents, signedIn, homes, rates, mails, hasMail, backups] = await Promise.all([
    businessRow(db),
    confirmedContents(db),
    signedInEmails(db, settings.adminEmails),
    ownHomes(db),
    ratesOfNights(ctx, { propertyId: null, from, until }),
    mailsByAddress(db),
    settings.replies ? mailCameIn(db) : false,
    summarizeBackups(ctx),
  ]);
  const resultsByKey = new Map<string, CheckResult>();
  resultsByKey.set('business', judgeBusiness(business));
  resultsByKey.set(
    'legal',
    judgeConfirmed(stored, 'legal', contents.legal, 'Read them, and confirm that they are yours.'),
  );
  resultsByKey.set('hosts', judgeHosts(settings.adminEmails, signedIn));
  resultsByKey.set(
    'homes',
    homes.length > 0 ? ok(pluralize(homes.length, 'home')) : todo('Add a home, or save an example as yours.'),
  );
  const ratesByHome = Map.groupBy(rates, (rate) => rate.property_id);
  for (const home of homes)
    resultsByKey.set(homeKey(home.slug), judgeHome(home, ratesByHome.get(home.id) ?? [], { from, until }));
  resultsByKey.set(
    'taxes',
    judgeConfirmed(stored, 'taxes', contents.taxes, 'Look at them, and confirm that they are right.'),
  );
  resultsByKey.set('calendars', judgeCalendars(homes, stored));
  resultsByKey.set('mail_out', judgeMails(ctx, mails));
  resultsByKey.set('mail_in', judgeReplies(ctx, hasMail));
  resultsByKey.set('backup', judgeBackups(ctx, backups));
  return resultsByKey;
}

const businessFields = {
  phone: 'the phone',
  email: 'the e-mail address',
  social_facebook_url: 'the Facebook link',
  social_instagram_url: 'the Instagram link',
  social_tiktok_url: 'the TikTok link',
  credit_label: 'the credit',
  credit_url: 'the link of the credit',
} as const;

function judgeBusiness(row: Awaited<ReturnType<typeof businessRow>>): CheckResult {
  const names = Object.keys(businessFields) as (keyof typeof businessFields)[];
  const left = names.filter((name) => row[name] === exampleBusiness[name]);
  if (left.length === 0) return ok();
  return todo(`Still invented: ${left.map((name) => businessFields[name]).join(', ')}.`);
}

function judgeHosts(emails: readonly string[], signedIn: readonly string[]): CheckResult {
  const missing = emails.filter((email) => !signedIn.includes(email));
  if (emails.length === 0) return todo('ADMIN_EMAILS names nobody.');
  return missing.length === 0 ? ok() : todo(`Not yet: ${missing.join(', ')}.`);
}

function judgeConfirmed(
  stored: readonly CheckRow[],
  key: string,
  content: string,
  detail: string,
): CheckResult {
  const row = stored.find((one) => one.key === key);
  if (!row?.confirmedAt) return todo(detail);
  return row.confirmedContent === content ? ok() : todo(`Changed since it was confirmed. ${detail}`);
}

function judgeHome(home: OwnHome, rates: readonly Rate[], year: PricedDates): CheckResult {
  const missing = [
    home.described_images >= 5 ? '' : `five uploaded pictures with words (${home.described_images} so far)`,
    home.description >= 200 ? '' : 'a description of 200 characters',
    home.has_address ? '' : 'the street address',
    home.has_position ? '' : 'latitude and longitude',
    home.has_access ? '' : 'access notes',
    home.has_policy ? '' : 'a cancellation policy',
    missingPrices(home, rates, year),
  ].filter(Boolean);
  return missing.length === 0 ? ok() : todo(`Missing: ${missing.join(', ')}.`);
}

const priceDays = 365;

/** Half-open. */
interface PricedDates {
  from: string;
  until: string;
}

/** A sentence about the first night on sale that has no price; empty where every one has. */
function missingPrices(home: OwnHome, rates: readonly Rate[], { from, until }: PricedDates): string {
  const prices = [home, ...rates].flatMap(({ nightly_cents, weekend_cents }) => [
    nightly_cents,
    weekend_cents,
  ]);
  // The nights need not be read where no price at all is 0.
  if (prices.every((price) => price === null || price > 0)) return '';
  const first = toDayNumber(from);
  const last = Math.min(toDayNumber(until), first + home.horizon_days);
  for (let day = first; day < last; day += 1) {
    const night = fromDayNumber(day);
    if (nightRules(home, rates, night).price <= 0) return `a price for the night of ${night}`;
  }
  return '';
}

function judgeCalendars(homes: readonly OwnHome[], stored: readonly CheckRow[]): CheckResult {
  const row = stored.find(({ key }) => key === 'calendars');
  const stale = homes.filter(({ stale_feeds }) => stale_feeds > 0).map(({ title }) => title);
  if (stale.length > 0) return failed(`Not read within an hour: ${stale.join(', ')}.`);
  const without = homes.filter(({ feeds }) => feeds === 0).map(({ title }) => title);
  if (homes.length > 0 && without.length === 0) return ok();
  if (row?.confirmedAt) return ok('On no other channel.');
  if (homes.length === 0) return todo('There is no home of your own yet.');
  return todo(`Add the calendars of ${without.join(', ')}, or confirm that they are on no other channel.`);
}

const mailDays = 30;

function judgeMails(ctx: Ctx, mails: Awaited<ReturnType<typeof mailsByAddress>>): CheckResult {
  const since = new Date(ctx.now().getTime() - mailDays * dayMs);
  const emails = ctx.settings.adminEmails;
  const missing = emails.filter((email) => {
    const mail = mails.find((one) => one.email === email);
    return !mail?.opened_at || mail.opened_at < since;
  });
  if (emails.length > 0 && missing.length === 0) return ok();
  const isSent = missing.some((email) => mails.some((one) => one.email === email));
  return todo(
    isSent
      ? `Waiting for the press in the mail to ${missing.join(', ')}.`
      : `Send a test mail, and press its button: ${missing.join(', ')}.`,
  );
}

function judgeReplies({ settings }: Ctx, hasMail: boolean): CheckResult {
  if (!settings.replies) return ok(`Answers go to ${settings.hostsEmail}.`);
  return hasMail ? ok() : todo(`Write a mail to ${settings.replies.address}, and wait a minute.`);
}

function judgeBackups(
  { settings, now }: Ctx,
  backups: Awaited<ReturnType<typeof summarizeBackups>>,
): CheckResult {
  if (!backups) return todo('Set BACKUP_URL: no backup is made by itself.');
  const { madeAt, provenAt, backupError, proofError } = backups;
  const reasons = [
    backupError && `The last attempt failed: ${backupError}.`,
    proofError && `It did not prove: ${proofError}.`,
    settings.backup?.key ? '' : 'Backups are not encrypted: set BACKUP_KEY.',
  ];
  const also = reasons.filter(Boolean).map((reason) => ` ${reason}`.replace(/\.+$/, '.'));
  if (!madeAt) return (backupError ? failed : todo)(['No backup has been made yet.', ...also].join(''));
  const proof = provenAt ? `last proven ${formatDateTime(provenAt.toISOString())}` : 'not proven yet';
  const detail = [`Last backup ${formatDateTime(madeAt.toISOString())}, ${proof}.`, ...also].join('');
  return now().getTime() - madeAt.getTime() < alarmAfterMs ? ok(detail) : failed(detail);
}
