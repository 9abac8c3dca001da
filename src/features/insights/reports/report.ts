import type { PayoutRow } from './contract.server.ts';

export const methodLabels: Record<PayoutRow['method'], string> = {
  card: 'Card',
  elsewhere: 'Paid elsewhere',
};

export const taxNotes: readonly string[] = [
  'Each confirmed stay counts in the month of its check-in, with the taxes of its receipt. A stay that was moved counts with its new dates, home and price.',
  'A refund in part that leaves a stay confirmed does not change its receipt, so it does not lower the tax here.',
  'Cancelled stays are in none of these rows. Where money of one was kept, the tax in it stands by itself: what the cancellation policy did not give back of each tax, or, where you chose the refund, of each tax the same part as of the whole price. A guest paid it as tax and did not get it back: file it, too, or let your accountant say why not.',
  'Exempt is what stays longer than a tax’s limit would have been taxed on.',
  'Stays sold by Airbnb, Vrbo or Booking.com are left out: those channels bill their guests themselves. In Bay County, Airbnb and Vrbo pay the state’s 7 % but do not file the county’s 5 % (baycounty.munirevs.com/faq): look at their statements for what is left to you.',
];

export const payoutNotes: readonly string[] = [
  'A dispute that a bank decided against you counts as a refund. One that you win after all, and a refund that the bank sends back, lower the refunds of the month in which that happens, even below zero: a month that is over never changes.',
  'Months of the homes’ clock (Central Time), by the moment at which a charge or refund entered the ledger.',
  'The card provider’s own fees are not taken off, and it pays out some days later: its statement has both.',
];
