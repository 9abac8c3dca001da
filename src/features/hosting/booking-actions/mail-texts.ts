/** A guest; an `email` of '' is one to whom nothing can be mailed. */
interface Recipient {
  name: string;
  email: string;
}

/** The hosts' task where a guest has no address; their booking's screen has the link. */
export const noMailText = 'Nothing is mailed: please send the guest the link of their page, or call.';

/** Describes whether a completed action was mailed to the guest. */
export const formatMailed = ({ email }: Pick<Recipient, 'email'>): string =>
  email === '' ? noMailText : 'The guest has a mail about it.';

/** Describes an open amount that no mail requests, because a bank disputes a payment or has taken one back. */
export const formatDisputed = (open: string): string =>
  `${open} stays open, and is neither charged nor asked for by itself: a bank disputed a payment of this stay.`;

/** Describes how the guest comes to pay; no full stop. @param what is paid, such as “it” */
export const formatPayLink = ({ name, email }: Recipient, what: string): string =>
  email === ''
    ? `${name} pays ${what} on their page, whose link you send`
    : `${name} gets a link to pay ${what}`;
