import type { Ctx } from '../../platform/context.server.ts';
import { type EmailBlock, toPlainText } from '../../platform/mail/email-content.server.ts';
import type { MailJob } from '../../platform/mail/mailer.server.ts';
import { fillAccessTexts, readAccessTexts } from './message-text.server.ts';

/** A mail with how to get in, if its stay shows that at the moment of delivery, however long it waited. */
export async function fillAccess({ db, now }: Ctx, job: MailJob): Promise<MailJob> {
  if (!job.accessOf || !job.content) return job;
  const values = await readAccessTexts(db, job.accessOf, now());
  const fill = (text: string) => fillAccessTexts(text, values);
  const fillBlock = (block: EmailBlock) => (typeof block === 'string' ? fill(block) : block);
  const content = {
    ...job.content,
    blocks: job.content.blocks.map(fillBlock).filter((block) => block !== ''),
    ...(job.content.preview === undefined ? {} : { preview: fill(job.content.preview) }),
  };
  return { ...job, content, text: toPlainText(content) };
}
