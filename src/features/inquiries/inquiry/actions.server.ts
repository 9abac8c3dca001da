import { createHash } from 'node:crypto';
import type { Ctx } from '../../../platform/context.server.ts';
import type { Limit } from '../../../platform/http/rate-limit.server.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { minuteMs } from '../../../shared/durations.ts';
import { AppError } from '../../../shared/errors.ts';
import { parseForm } from '../../../shared/forms/parse-form.ts';
import { validateForm } from '../../../shared/forms/validate.ts';
import { canonicalEmail } from '../../../shared/text/email.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { threadById } from '../../inbox/threads/store.server.ts';
import { listProperties } from '../../listings/actions.server.ts';
import { businessContact, coverOfTitle } from '../../listings/store.server.ts';
import { loadEmailImage } from '../../media/email-image.server.ts';
import type { SpamSignals } from '../spam/contract.server.ts';
import { countLinks, detectSpam, normalizeForDuplicates } from '../spam/spam-check.ts';
import { type BookingInquiry, bookingInquirySchema, type Inquiry } from './inquiry.schema.ts';
import { confirmationEmail, notificationEmail } from './inquiry-emails.server.ts';
import { stayDatesError } from './stay-dates.ts';
import { countInquiries, hasSameInquiry, insertInquiry, lockSender } from './store.server.ts';

const hourSeconds = 3_600;
const later = 'Please try again later, or call us.';

const inquiryLimit: Limit = {
  name: 'inquiry',
  points: 10,
  seconds: hourSeconds,
  message: `You have sent many inquiries within an hour. ${later}`,
};
const spamLimit: Limit = {
  name: 'inquiry-robot',
  points: 5,
  seconds: hourSeconds,
  message: `We could not take your inquiry. ${later}`,
};
const linkLimit: Limit = {
  name: 'inquiry-links',
  points: 5,
  seconds: hourSeconds,
  message: `You have sent many inquiries with links within an hour. ${later}`,
};
const sameTextLimit: Limit = {
  name: 'inquiry-text',
  points: 5,
  seconds: hourSeconds,
  message: `You have sent the same message many times within an hour. ${later}`,
};

/** Confirmations for one address within an hour, from all clients: anyone can type another's address. */
const maxConfirmations = 3;

/** An equal inquiry within this time is a second click or a retry. */
const duplicateWindowMs = 10 * minuteMs;

export async function inquiryForm(ctx: Ctx) {
  const properties = await listProperties(ctx);
  return bookingInquirySchema(properties.map(({ title }) => title));
}

/** @throws AppError `invalid` with a message for each wrong field */
export async function parseInquiry(ctx: Ctx, input: object): Promise<Required<BookingInquiry>> {
  const form = await inquiryForm(ctx);
  const errors = {
    ...stayDatesError(input, todayAtProperty(ctx.now())),
    ...validateForm(form, input),
  };
  const [error, ...more] = Object.values(errors);
  if (error !== undefined) {
    const message = more.length > 0 ? 'Please check the highlighted fields' : error;
    throw new AppError('invalid', message, { fields: errors });
  }
  const values = parseForm<BookingInquiry>(form, input);
  const email = canonicalEmail(values.email);
  if (email === null) throw new Error('an address passed the form but has no canonical spelling');
  return { ...values, email, phone: values.phone ?? '', message: values.message ?? '' };
}

/**
 * A duplicate within ten minutes changes nothing and succeeds. The narrow limits come first, so that a robot they stop
 * does not use up the ten inquiries of guests behind the same address.
 * @throws AppError `invalid` for spam, `tooMany` over a limit
 */
export async function sendInquiry(
  ctx: Ctx,
  values: Required<BookingInquiry>,
  signals: SpamSignals,
): Promise<void> {
  const spam = detectSpam(values, signals);
  if (spam) {
    await ctx.consumeLimit(spamLimit, ctx.clientKey);
    throw new AppError('invalid', spam.message, { fields: spam.fields });
  }
  if (countLinks(`${values.name}\n${values.message}`) > 0) await ctx.consumeLimit(linkLimit, ctx.clientKey);
  const text = normalizeForDuplicates(values.message);
  if (text !== null) await ctx.consumeLimit(sameTextLimit, `${ctx.clientKey}:${digest(text)}`);
  await ctx.consumeLimit(inquiryLimit, ctx.clientKey);
  await saveUnlessDuplicate(ctx, { ...values, id: newId(), receivedAt: ctx.now() });
}

async function saveUnlessDuplicate(ctx: Ctx, inquiry: Inquiry): Promise<void> {
  const { appUrl, hostsEmail } = ctx.settings;
  const since = new Date(inquiry.receivedAt.getTime() - duplicateWindowMs);
  await ctx.db.transaction().execute(async (tx) => {
    await lockSender(tx, inquiry.email);
    if (await hasSameInquiry(tx, inquiry, since)) return;
    const contact = await businessContact(tx);
    const hosts = { name: contact.business_name, address: hostsEmail };
    const hourAgo = new Date(inquiry.receivedAt.getTime() - hourSeconds * 1000);
    const isConfirmed = (await countInquiries(tx, inquiry.email, hourAgo)) < maxConfirmations;
    await insertInquiry(tx, inquiry);
    // A trigger opens the thread of an inquiry.
    const thread = await threadById(tx, inquiry.id);
    if (!thread) throw new Error('an inquiry has no thread');
    const notice = notificationEmail(inquiry, hosts, { settings: ctx.settings, thread });
    await ctx.mail.queue(tx, `inquiry-${inquiry.id}-hosts`, notice);
    if (!isConfirmed) return ctx.log.info({ inquiryId: inquiry.id }, 'inquiry not confirmed by mail');
    const image = await loadEmailImage(ctx, tx, {
      url: await coverOfTitle({ ...ctx, db: tx }, inquiry.property),
      alt: inquiry.property,
    });
    await ctx.mail.queue(
      tx,
      `inquiry-${inquiry.id}-guest`,
      confirmationEmail(inquiry, contact, { appUrl, image }),
    );
  });
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);
