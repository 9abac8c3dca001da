import type { MailMessage } from '../../../platform/mail/mailer.server.ts';

/** Notifies a user of changed passkeys, in case another person changed them. `siteUrl` is the only source of links. */
export function passkeyNotice(
  address: string,
  change: 'added' | 'removed',
  passkey: string,
  siteUrl: string,
): MailMessage {
  const account = `${siteUrl}/account`;
  const added = change === 'added';
  const verb = added ? 'was added to' : 'was removed from';
  const news = `The passkey “${passkey}” ${verb} your account at PCB Beach Rentals.`;
  const effect = added ? 'It can sign in from now on.' : 'It can no longer sign in.';
  const advice =
    'If it was not you, sign in with a code by e-mail, remove passkeys you do not know, and sign out all other devices:';
  return {
    to: { name: '', address },
    subject: added ? 'A passkey was added to your account' : 'A passkey was removed from your account',
    content: {
      title: 'Your passkeys have changed',
      blocks: [`${news} ${effect}`, advice, { kind: 'button', label: 'Open my account', url: account }],
      siteUrl,
    },
  };
}
