import { noMailText } from './mail-texts.ts';

interface MailNoteProps {
  /** '' for a guest without an address. */
  email: string;
  /** The subject of the mail, and what it says. */
  mail: string;
  /** Whether the hosts get one, too. */
  isForHosts?: boolean;
}

/** Says which mail an action sends to the guest. */
export const MailNote = ({ email, mail, isForHosts = false }: MailNoteProps) => (
  <p className="text-slate">
    {email === ''
      ? `The guest has no e-mail address. ${noMailText}${isForHosts ? ` Mail to the hosts: ${mail}.` : ''}`
      : `${isForHosts ? `Mails to ${email} and to the hosts` : `Mail to ${email}`}: ${mail}.`}
  </p>
);
