import { timingSafeEqual } from 'node:crypto';
import type { Ctx } from '../../../platform/context.server.ts';
import type { Limit } from '../../../platform/http/rate-limit.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { canonicalEmail } from '../../../shared/text/email.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { hmac } from '../../auth/tokens.server.ts';
import { businessContact } from '../../listings/store.server.ts';
import { propertyOpenedEmail, waitlistJoinedEmail } from '../emails/waitlist.server.ts';
import { detectSpam } from '../spam/spam-check.ts';
import {
  claimOpenedEntries,
  deleteNotifiedEntry,
  deleteWish,
  insertEntry,
  listedHome,
} from './store.server.ts';
import { addressProblem, notifyThanks, type WaitlistRequest } from './waitlist.ts';

const hourSeconds = 3_600;
const notifyLimit: Limit = {
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

/** Mails of one run: many more would make the next run come before this one is done. */
const mailBatchSize = 200;

/**
 * Puts an address on the list of a home that is not open yet, once, and queues a mail that says so. Who is on it
 * already gets the same answer and no second mail; who was told before that it opened may ask again. 10 per client
 * address in an hour, and 30 that are refused.
 * @returns words for the guest
 * @throws AppError `invalid` for an address that is none, a robot's sign, or a home that is open; `notFound` for no home;
 * `tooMany`
 */
export async function joinWaitlist(ctx: Ctx, wish: WaitlistRequest): Promise<string> {
  const { email, home } = await findWaitlistProperty(ctx, wish).catch(async (error: unknown) => {
    if (error instanceof AppError) await ctx.consumeLimit(failedAttemptLimit, ctx.clientKey);
    throw error;
  });
  await ctx.consumeLimit(notifyLimit, ctx.clientKey);
  const id = newId();
  await ctx.db.transaction().execute(async (tx) => {
    const wish = { property_id: home.id, email };
    await deleteNotifiedEntry(tx, wish);
    if (!(await insertEntry(tx, { ...wish, id, created_at: ctx.now() }))) return;
    const facts = { id, email, home, contact: await businessContact(tx) };
    await ctx.mail.queue(tx, `notify-${id}-joined`, waitlistJoinedEmail(facts, unsubscribeLinks(ctx, id)));
  });
  return notifyThanks(home.title);
}

/** What a wish asks for. @throws AppError as `joinList`, without a limit */
async function findWaitlistProperty(ctx: Ctx, wish: WaitlistRequest) {
  const sign = detectSpam({ name: '', message: '' }, wish);
  if (sign) throw new AppError('invalid', sign.message, { fields: sign.fields });
  const email = canonicalEmail(wish.email);
  if (email === null) {
    const message = addressProblem(wish.email) ?? '';
    throw new AppError('invalid', message, { fields: { email: message } });
  }
  const home = isUuid(wish.propertyId) ? await listedHome(ctx.db, wish.propertyId) : undefined;
  if (!home) throw new AppError('notFound', 'There is no home at this address.');
  if (!home.is_coming_soon) throw new AppError('invalid', `${home.title} can be booked already.`);
  return { email, home };
}

/**
 * Takes an address off a list for good. A link that was followed before succeeds again.
 * @param token of a mail's link
 * @throws AppError `invalid` for a token that no mail carried; `tooMany` after 60 within an hour from one client address
 */
export async function leaveWaitlist(ctx: Ctx, token: string): Promise<void> {
  await ctx.consumeLimit(unsubscribeLimit, ctx.clientKey);
  const [id = '', mark = ''] = token.split('.');
  const [given, wanted] = [Buffer.from(mark, 'base64url'), unsubscribeToken(ctx, id)];
  if (!isUuid(id) || given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
    throw new AppError('invalid', 'This link is not complete. Please follow it from the mail once more.');
  }
  await deleteWish(ctx.db, id);
}

/** Writes to those who wait for homes that have opened, each once. */
export async function notifyOpenedProperties(ctx: Ctx): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const wishes = await claimOpenedEntries(tx, ctx.now(), mailBatchSize);
    if (wishes.length === 0) return;
    const contact = await businessContact(tx);
    for (const { id, email, ...home } of wishes) {
      const mail = propertyOpenedEmail(
        { id, email, home, contact },
        unsubscribeLinks(ctx, id),
        ctx.settings.appUrl,
      );
      await ctx.mail.queue(tx, `notify-${id}-opened`, mail);
    }
  });
}

const unsubscribeToken = (ctx: Ctx, id: string): Buffer =>
  hmac(ctx.settings.sessionSecret, 'notify-list', id);

/** The page for people, and the address that mail programs post to (RFC 8058). */
function unsubscribeLinks(ctx: Ctx, id: string) {
  const query = `?token=${id}.${unsubscribeToken(ctx, id).toString('base64url')}`;
  const { appUrl } = ctx.settings;
  return { page: `${appUrl}/notify/leave${query}`, oneClick: `${appUrl}/api/notify/leave${query}` };
}
