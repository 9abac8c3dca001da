import type { SpamSignals } from '../spam/spam-check.ts';
import type { BookingInquiry } from './inquiry.schema.ts';

export const inquiryFormId = 'booking_inquiry';

export const inquiryThanks = "Thank you for your inquiry! We'll get back to you within 24 hours.";

/** What the form says when sending failed and nobody said why. */
export const inquiryFailure = 'Something went wrong. Please try again.';

/** An inquiry as it is stored; the address is canonical, and what was left empty is ''. */
export interface Inquiry extends Required<BookingInquiry> {
  id: string;
  receivedAt: Date;
}

/** What the contact form sends. */
export type InquirySubmission = { formId: string } & BookingInquiry & SpamSignals;

const plainName = /^\p{L}[\p{L}\p{M}'’ -]{0,39}$/u;

/**
 * The name to greet with. The acknowledgement goes to whatever address was typed, so it carries no words of the sender's
 * choice: a name that could be anything but a name (links, digits, a sentence) is left out.
 */
export const greetingName = (name: string): string | null => (plainName.test(name) ? name : null);
