import type { EmailContact } from '../../../platform/mail/email-content.server.ts';

/** One line of a stay's bill, in minor units; what is taken off is negative. */
export interface BookingLine {
  kind: 'rent' | 'discount' | 'promo' | 'fee' | 'extra' | 'tax';
  quantity?: number;
  label: string;
  jurisdiction?: string;
  amount: number;
}

/** A payment or refund of a booking, in minor units, always positive. */
interface BookingPayment {
  kind: 'charge' | 'refund' | 'dispute';
  amount: number;
  at: string;
}

/** The price of a stay in mails. Money in minor units, dates `YYYY-MM-DD`. */
export interface StayEmailData {
  propertyTitle: string;
  /** The absolute address of a JPEG of ours, about 1200 pixels wide; `null`: no image. */
  imageUrl: string | null;
  checkin: string;
  checkout: string;
  /** Clock times at the home, such as `16:00`. */
  checkInFrom: string;
  checkOutUntil: string;
  guests: number;
  pets: number;
  lines: BookingLine[];
  total: number;
  currency: string;
  business: EmailContact;
  /** Name and address by law, for documents; empty where the hosts gave none. */
  legalEntity?: string;
  siteUrl: string;
}

/** The data of every mail about a booking, and of its receipt and calendar file. */
export interface BookingEmailData extends StayEmailData {
  /** When these data were loaded (ISO 8601); a mail of an older release has none. */
  issuedAt?: string;
  code: string;
  guestName: string;
  guestEmail: string;
  guestPhone: string;
  /** Charges less refunds and lost disputes, so far. */
  paid: number;
  /** The open amount. */
  due: number;
  /** The part of `due` that is due separately, before a balance that is still to come; older queued mails lack it. */
  alone?: number;
  /** The day on which the rest of `due` is charged to the stored card, or to be paid by the guest; `null`: no day is set. */
  dueOn: string | null;
  /** Whether a card is stored that is charged without the guest. */
  hasCard: boolean;
  plan: 'full' | 'deposit';
  /** The steps of the policy that are still to come, the largest refund first; `until` is ISO 8601. */
  cancellation: { until: string; refundPercent: number }[];
  /** The hours after booking with a full refund, 7 days or more before check-in; 0: none, or they have passed. */
  graceHours: number;
  payments: BookingPayment[];
  /** The home's licences with their numbers, such as `State license DWE 1234`. */
  licences: string[];
  /** The guest's page, with the key that opens it. */
  tripUrl: string;
  /** The URL of the guide, with the key, too. */
  guideUrl: string;
  hostsEmail: string;
  adminUrl: string;
  /** Whether the calendar file cancels the stay. */
  isCancelled?: boolean;
  /** The access, only from 3 days before arrival to the end of the check-out day. */
  streetAddress?: string;
  accessNotes?: string;
  wifi?: { name: string; password: string };
}

/** Whether a mail says where the home is or how to get in. */
export const hasAccess = ({
  streetAddress,
  accessNotes,
}: Pick<BookingEmailData, 'streetAddress' | 'accessNotes'>): boolean => Boolean(streetAddress || accessNotes);
