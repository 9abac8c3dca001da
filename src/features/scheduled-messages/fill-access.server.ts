import type { Ctx } from '../../platform/context.server.ts';
import { type EmailBlock, toPlainText } from '../../platform/mail/email-content.server.ts';
import type { MailJob } from '../../platform/mail/mailer.server.ts';
import { findBookingById } from '../bookings/record/bookings-store.server.ts';
import { reviewUrl } from '../reviews/review-link.server.ts';
import { fillSecretTexts, hiddenSecrets, readAccessTexts } from './message-text.server.ts';

/**
 * Fills a mail at its delivery, however long it waited: the link of the review, and the access if the stay shows it
 * then.
 */
export async function fillAccess(ctx: Ctx, job: MailJob): Promise<MailJob> {
  if (!job.accessOf || !job.content) return job;
  const values = await readSecretTexts(ctx, job.accessOf, job);
  const fill = (text: string) => fillSecretTexts(text, values);
  const fillBlock = (block: EmailBlock) => (typeof block === 'string' ? fill(block) : block);
  const { preview } = job.content;
  const content = {
    ...job.content,
    blocks: job.content.blocks.map(fillBlock).filter((block) => block !== ''),
    preview: preview === undefined ? undefined : fill(preview),
  };
  return { ...job, content, text: toPlainText(content) };
}

/** The details are hidden in a mail to a former address of the guest. */
async function readSecretTexts(ctx: Ctx, bookingId: string, { to, accessFor }: MailJob) {
  const booking = await findBookingById(ctx.db, bookingId);
  if (booking?.email !== to.address) return hiddenSecrets;
  const access = await readAccessTexts(ctx.db, booking, ctx.now(), accessFor);
  return { ...access, review: reviewUrl(ctx, booking) };
}
