import { timingSafeEqual } from 'node:crypto';
import type { Ctx } from '../../../platform/context.server.ts';
import type { Limit } from '../../../platform/http/rate-limit.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { canonicalEmail } from '../../../shared/text/email.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { hmac } from '../../auth/tokens.server.ts';
import { businessContact } from '../../listings/store.server.ts';
import { detectSpam } from '../spam/spam-check.ts';
import type { WaitlistRequest } from './contract.server.ts';
import { collectFailures } from './run-failures.server.ts';
import {
  claimEntry,
  deleteEntry,
  deleteNotifiedEntry,
  findListedProperty,
  insertEntry,
  type OpenedEntry,
  openedEntries,
} from './store.server.ts';
import { emailError, waitlistThanks } from './waitlist.ts';
import { propertyOpenedEmail, waitlistJoinedEmail } from './waitlist-emails.server.ts';

const hourSeconds = 3_600;
export const joinLimit: Limit = {
  name: 'notify',
  points: 10,
  seconds: hourSeconds,
  message: 'You have joined many lists within an hour. Please try again later, or call us.',
};
const failedAttemptLimit: Limit = {
  name: 'notify-refused',
  points: 30,
  seconds: hourSeconds,
  message: 'This did not work many times within an hour. Please try again later, or call us.',
};
const unsubscribeLimit: Limit = {
  name: 'notify-leave',
  points: 60,
  seconds: hourSeconds,
  message: 'You have left many lists within an hour. Please try again later.',
};

/** The most entries of a run; with many more, the next run would begin before this one is done. */
const maxMailsPerRun = 200;

/**
 * An address on the waitlist gets the same response and no second mail; one that was notified may join again.
 * @returns a message for the guest
 * @throws AppError `invalid` for a wrong address, spam, or a property that is open; `notFound`; `tooMany`
 */
export async function joinWaitlist(ctx: Ctx, request: WaitlistRequest): Promise<string> {
  const { email, property } = await validateRequest(ctx, request).catch(async (error: unknown) => {
    if (error instanceof AppError) await ctx.consumeLimit(failedAttemptLimit, ctx.clientKey);
    throw error;
  });
  await ctx.consumeLimit(joinLimit, ctx.clientKey);
  const id = newId();
  await ctx.db.transaction().execute(async (tx) => {
    const entry = { property_id: property.id, email };
    await deleteNotifiedEntry(tx, entry);
    if (!(await insertEntry(tx, { ...entry, id, created_at: ctx.now() }))) return;
    const input = { id, email, property, contact: await businessContact(tx) };
    await ctx.mail.queue(tx, `notify-${id}-joined`, waitlistJoinedEmail(input, unsubscribeLinks(ctx, id)));
  });
  return waitlistThanks(property.title);
}

async function validateRequest(ctx: Ctx, request: WaitlistRequest) {
  const spam = detectSpam({ name: '', message: '' }, request);
  if (spam) throw new AppError('invalid', spam.message, { fields: spam.fields });
  const email = canonicalEmail(request.email);
  if (email === null) {
    const message = emailError(request.email) ?? '';
    throw new AppError('invalid', message, { fields: { email: message } });
  }
  const property = isUuid(request.propertyId) ? await findListedProperty(ctx, request.propertyId) : undefined;
  if (!property) throw new AppError('notFound', 'There is no home at this address.');
  if (!property.is_coming_soon) throw new AppError('invalid', `${property.title} can be booked already.`);
  return { email, property };
}

/** Idempotent. @throws AppError `invalid` for a token that no mail carried, `tooMany` */
export async function leaveWaitlist(ctx: Ctx, token: string): Promise<void> {
  await ctx.consumeLimit(unsubscribeLimit, ctx.clientKey);
  const [id = '', text = ''] = token.split('.');
  const [signature, expected] = [Buffer.from(text, 'base64url'), sign(ctx, id)];
  if (!isUuid(id) || signature.length !== expected.length || !timingSafeEqual(signature, expected)) {
    throw new AppError('invalid', 'This link is not complete. Please follow it from the mail once more.');
  }
  await deleteEntry(ctx.db, id);
}

/**
 * Queues a mail to each guest who waits for a property that has opened, once; an entry whose mail cannot be queued waits for
 * the next run, and keeps none from those behind it.
 * @throws AggregateError at the end, with what failed
 */
export async function notifyOpenedProperties(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  const failures = collectFailures(ctx.log);
  let mails = 0;
  let entries: OpenedEntry[] = [];
  do {
    entries = await openedEntries(ctx, { afterId: entries.at(-1)?.id ?? null, limit: maxMailsPerRun });
    for (const entry of entries) {
      if (mails >= maxMailsPerRun || signal?.aborted) break;
      try {
        if (await notifyOpened(ctx, entry)) mails += 1;
      } catch (err) {
        failures.add(err, { entry: entry.id }, 'a mail about a home that opened could not be queued');
      }
    }
  } while (entries.length > 0 && mails < maxMailsPerRun && !signal?.aborted);
  failures.throwAny();
}

/** @returns whether the entry still waited */
const notifyOpened = (ctx: Ctx, { id, email, ...property }: OpenedEntry): Promise<boolean> =>
  ctx.db.transaction().execute(async (tx) => {
    if (!(await claimEntry(tx, id, ctx.now()))) return false;
    const input = { id, email, property, contact: await businessContact(tx) };
    const mail = propertyOpenedEmail(input, unsubscribeLinks(ctx, id), ctx.settings.appUrl);
    await ctx.mail.queue(tx, `notify-${id}-opened`, mail);
    return true;
  });

const sign = (ctx: Ctx, id: string): Buffer => hmac(ctx.settings.sessionSecret, 'notify-list', id);

/** A page, and the URL that mail programs post to (RFC 8058). */
export function unsubscribeLinks(ctx: Ctx, id: string) {
  const query = `?token=${id}.${sign(ctx, id).toString('base64url')}`;
  const { appUrl } = ctx.settings;
  return { page: `${appUrl}/notify/leave${query}`, oneClick: `${appUrl}/api/notify/leave${query}` };
}
