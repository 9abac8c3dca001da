import { createHash } from 'node:crypto';
import type { Ctx } from '../../../platform/context.server.ts';
import type { Limit } from '../../../platform/http/rate-limit.server.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { AppError } from '../../../shared/errors.ts';
import { parseForm } from '../../../shared/forms/parse-form.ts';
import { matchesRe2 } from '../../../shared/forms/regex.server.ts';
import { validateForm } from '../../../shared/forms/validate.ts';
import { canonicalEmail } from '../../../shared/text/email.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { listProperties } from '../../listings/actions.server.ts';
import { businessContact } from '../../listings/store.server.ts';
import { mailToGuest } from '../emails/inquiry-confirmation.server.ts';
import { mailToHosts } from '../emails/inquiry-notification.server.ts';
import { countLinks, detectSpam, normalizeForDuplicates, type SpamSignals } from '../spam/spam-check.ts';
import { type BookingInquiry, bookingInquirySchema } from './inquiry.schema.ts';
import type { Inquiry } from './inquiry.ts';
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
const robotLimit: Limit = {
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

/** Anybody can type anybody's address, so an address gets so many acknowledgements within an hour, from whomever. */
const maxAcknowledgements = 3;

/** An inquiry that repeats all answers of one within this time is a second click or a retry. */
const repeatMs = 10 * 60_000;

/** The contact form as it stands now: its property choices are the titles of the listed homes. */
export async function inquiryForm(ctx: Ctx) {
  const properties = await listProperties(ctx);
  return bookingInquirySchema(properties.map(({ title }) => title));
}

/**
 * The answers of a submitted form.
 * @throws AppError `invalid` with a message for each field that has one
 */
export async function parseInquiry(ctx: Ctx, input: object): Promise<Required<BookingInquiry>> {
  const form = await inquiryForm(ctx);
  const fields = {
    ...stayDatesError(input, todayAtProperty(ctx.now())),
    ...validateForm(form, input, matchesRe2),
  };
  const [problem, ...more] = Object.values(fields);
  if (problem !== undefined) {
    throw new AppError('invalid', more.length > 0 ? 'Please check the highlighted fields' : problem, {
      fields,
    });
  }
  const values = parseForm<BookingInquiry>(form, input, matchesRe2);
  const email = canonicalEmail(values.email);
  if (email === null) throw new Error('an address passed the form but has no canonical spelling');
  return { ...values, email, phone: values.phone ?? '', message: values.message ?? '' };
}

/**
 * Stores an inquiry and queues its two mails in one transaction: to the hosts, and the guest's acknowledgement, of which
 * an address gets three within an hour. Sent again with the same answers within ten minutes, it changes nothing and
 * succeeds.
 *
 * Limits per client address and hour, against robots (`robotSign` says what gives one away): 10 inquiries in all, of
 * which 5 with a link, and 5 with the same longer text. Submissions with a robot's sign are not stored; after 5 of them
 * the refusal asks to come back later. The narrow limits are taken first, so that a robot they stop does not use up the
 * ten of people behind the same address.
 * @throws AppError `invalid` for a robot's sign, `tooMany` over a limit
 */
export async function sendInquiry(
  ctx: Ctx,
  answers: Required<BookingInquiry>,
  signs: SpamSignals,
): Promise<void> {
  const sign = detectSpam(answers, signs);
  if (sign) {
    await ctx.consumeLimit(robotLimit, ctx.clientKey);
    throw new AppError('invalid', sign.message, { fields: sign.fields });
  }
  if (countLinks(`${answers.name}\n${answers.message}`) > 0) await ctx.consumeLimit(linkLimit, ctx.clientKey);
  const text = normalizeForDuplicates(answers.message);
  if (text !== null) await ctx.consumeLimit(sameTextLimit, `${ctx.clientKey}:${digest(text)}`);
  await ctx.consumeLimit(inquiryLimit, ctx.clientKey);
  await saveUnlessDuplicate(ctx, { ...answers, id: newId(), receivedAt: ctx.now() });
}

async function saveUnlessDuplicate(ctx: Ctx, inquiry: Inquiry): Promise<void> {
  const { appUrl, hostsEmail } = ctx.settings;
  const since = new Date(inquiry.receivedAt.getTime() - repeatMs);
  await ctx.db.transaction().execute(async (tx) => {
    await lockSender(tx, inquiry.email);
    if (await hasSameInquiry(tx, inquiry, since)) return;
    const contact = await businessContact(tx);
    const hosts = { name: contact.business_name, address: hostsEmail };
    const hourAgo = new Date(inquiry.receivedAt.getTime() - hourSeconds * 1000);
    const isAcknowledged = (await countInquiries(tx, inquiry.email, hourAgo)) < maxAcknowledgements;
    await insertInquiry(tx, inquiry);
    await ctx.mail.queue(tx, `inquiry-${inquiry.id}-hosts`, mailToHosts(inquiry, hosts, appUrl));
    if (!isAcknowledged)
      return ctx.log.info({ inquiryId: inquiry.id }, 'an inquiry was not acknowledged by mail');
    await ctx.mail.queue(tx, `inquiry-${inquiry.id}-guest`, mailToGuest(inquiry, contact, appUrl));
  });
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);
