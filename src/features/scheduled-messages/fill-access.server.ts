import type { Ctx } from '../../platform/context.server.ts';
import { type EmailBlock, toPlainText } from '../../platform/mail/email-content.server.ts';
import type { MailJob } from '../../platform/mail/mailer.server.ts';
import { findBookingById } from '../bookings/record/bookings-store.server.ts';
import { reviewUrl } from '../reviews/review-link.server.ts';
import { fillSecretTexts, readAccessTexts } from './message-text.server.ts';

/** A mail with the link of the review, and how to get in if its stay shows that at the moment of delivery, however long it waited. */
export async function fillAccess(ctx: Ctx, job: MailJob): Promise<MailJob> {
  if (!job.accessOf || !job.content) return job;
  const booking = await findBookingById(ctx.db, job.accessOf);
  const access = await readAccessTexts(ctx.db, booking, ctx.now(), job.accessFor);
  const values = { ...access, review: booking ? reviewUrl(ctx, booking) : '' };
  const fill = (text: string) => fillSecretTexts(text, values);
  const fillBlock = (block: EmailBlock) => (typeof block === 'string' ? fill(block) : block);
  const content = {
    ...job.content,
    blocks: job.content.blocks.map(fillBlock).filter((block) => block !== ''),
    ...(job.content.preview === undefined ? {} : { preview: fill(job.content.preview) }),
  };
  return { ...job, content, text: toPlainText(content) };
}
