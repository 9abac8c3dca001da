import type { Settings } from '../../../env.server.ts';
import type { EmailContent, LabeledValue } from '../../../platform/mail/email-content.server.ts';

/** A mail to hosts about money: a sentence, a link to all purchases, and the facts. */
export const hostsEmailContent = (
  title: string,
  intro: string,
  rows: LabeledValue[],
  { appUrl }: Settings,
): EmailContent => ({
  title,
  blocks: [
    intro,
    { kind: 'button', label: 'All purchases', url: `${appUrl}/admin` },
    { kind: 'facts', rows },
  ],
});
