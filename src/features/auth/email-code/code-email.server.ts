import type { MailMessage } from '../../../platform/mail/mailer.server.ts';

/** Contains nothing that the requester could choose, since anybody can type anybody's address. */
export function loginCodeMail(address: string, code: string, siteUrl: string): MailMessage {
  const site = new URL(siteUrl).host;
  const intro = 'Your code to sign in to PCB Beach Rentals:';
  const life = 'It works for 10 minutes, once, and only in the browser that asked for it.';
  const warning = `Never tell it to anyone, and type it only at ${site}. We never ask for it.`;
  const stranger =
    'If you did not ask for it, you can ignore this mail: nobody can sign in without the code.';
  return {
    to: { name: '', address },
    subject: `${code} is your sign-in code`,
    // The mail has no link, contact or site: there is nothing to press, only a code to type.
    content: {
      title: 'Your sign-in code',
      blocks: [intro, { kind: 'code', text: code }, life, warning],
      reason: stranger,
    },
  };
}
