import Type, { type Static } from 'typebox';
import { described, optional, text } from '../../../platform/http/fields.server.ts';
import { body, type Sent } from '../../../platform/http/shapes.server.ts';
import {
  amountSchema,
  clockSchema,
  currencySchema,
  dateSchema,
  homeSchema,
  momentSchema,
  orNull,
} from '../../../shared/value-schemas.server.ts';
import { arrivalDetailsSchema } from '../../bookings/record/arrival-details.server.ts';
import { channels } from '../../channels/feed.ts';
import { scheduledMessageSchema } from '../../scheduled-messages/contract.server.ts';
import { conflictListSchema } from '../conflicts/contract.server.ts';
import { maxNoteLength } from './today.ts';

const channel = Type.Enum([...channels]);
const guest = { name: Type.String(), phone: Type.String() };

export const doneNote = body({
  note: described(
    'What was done; only hosts read it',
    optional(text('The note', { max: maxNoteLength }), ''),
  ),
});
export type DoneNote = Sent<typeof doneNote>;

export const donePaymentSchema = Type.Object({
  id: Type.String({ description: 'The card provider’s' }),
  doneAt: momentSchema,
  doneBy: orNull(Type.String({ description: 'The e-mail address of the host; null: that account is gone' })),
  note: Type.String(),
});

/** A payment of a lost booking that a host has dealt with. */
export type DonePayment = Static<typeof donePaymentSchema>;

const stay = Type.Object({
  code: orNull(Type.String({ description: 'null for a stay that another channel sold' })),
  channel: orNull(channel),
  property: homeSchema,
  checkin: dateSchema,
  checkout: dateSchema,
  checkInFrom: clockSchema,
  checkOutUntil: clockSchema,
  ...guest,
  guests: orNull(Type.Integer()),
  pets: Type.Integer(),
  isReady: Type.Boolean({
    description: 'Whether the home is clean for this check-in: its last turnover is done, or there is none',
  }),
  arrivalDetails: arrivalDetailsSchema,
});

const waiting = Type.Object({
  code: Type.String(),
  property: homeSchema,
  checkin: dateSchema,
  checkout: dateSchema,
  ...guest,
  guests: Type.Integer(),
  pets: Type.Integer(),
  total: amountSchema,
  expiresAt: Type.String({ format: 'date-time', description: 'When the nights are let go' }),
});

export const todaySchema = Type.Object({
  today: dateSchema,
  readAt: momentSchema,
  timeZone: Type.String(),
  currency: currencySchema,
  arrivals: Type.Array(stay),
  departures: Type.Array(stay),
  inHouse: Type.Array(stay, { description: 'Neither arriving nor leaving today' }),
  unreadyHomes: Type.Array(
    Type.Object({
      property: homeSchema,
      checkinAt: momentSchema,
      cleaner: orNull(Type.String()),
      hasProblem: Type.Boolean({ description: 'The cleaner reported a problem' }),
    }),
    {
      description: 'Homes of today’s arrivals that are not ready; a task from 2 hours before the check-in on',
    },
  ),
  missingCodes: Type.Array(
    Type.Object({ code: Type.String(), property: homeSchema, checkin: dateSchema, ...guest }),
    {
      description:
        'Arrivals of today and tomorrow without a code, in homes whose notes promise to send one; code is that of the booking',
    },
  ),
  ...conflictListSchema.properties,
  paymentsPausedSince: orNull(
    Type.String({
      format: 'date-time',
      description:
        'A backup of this moment was restored, or a standby took over then: nothing is charged or refunded yet; null otherwise',
    }),
  ),
  restored: orNull(
    Type.Object({
      backupAt: momentSchema,
      restoredAt: momentSchema,
      messages: Type.Integer({ description: 'Automatic messages' }),
      arrivals: Type.Integer({ description: 'Mails with address and access' }),
      reviews: Type.Integer({ description: 'Requests for reviews and reminders' }),
    }),
    {
      description:
        'A backup that was restored within the last 7 days, with what was due in between and is not sent again by itself; null where there is none',
    },
  ),
  launch: Type.Object(
    {
      isClosed: Type.Boolean({ description: 'Only hosts see the site' }),
      inOrder: Type.Integer({ description: 'Lines of the list that are in order' }),
      count: Type.Integer({ description: 'All its lines' }),
      failed: Type.Array(Type.Object({ key: Type.String(), title: Type.String(), since: momentSchema }), {
        description: 'Checks of an open site that were in order and are wrong twice in a row',
      }),
    },
    { description: 'The list of what is to be done before the site opens, as it was looked at last' },
  ),
  mail: Type.Object(
    {
      blockedSince: Type.Optional(momentSchema),
      refused: Type.Array(
        Type.Object({
          to: Type.String(),
          subject: Type.String(),
          reason: Type.String({ description: 'What the mail server said; empty: it has not been tried' }),
          code: Type.Optional(Type.String({ description: 'The code of the booking that it is about' })),
        }),
        {
          description:
            'Mails that were refused for good within 7 days, or have waited for an hour; at most 30',
        },
      ),
    },
    { description: 'blockedSince: every attempt to send mail has failed since then' },
  ),
  backup: orNull(
    Type.Object({
      madeAt: orNull(momentSchema),
      provenAt: orNull(momentSchema),
      lateSince: orNull(momentSchema),
      unprovenSince: orNull(momentSchema),
      error: Type.String({ description: 'Why the last attempt to make or to prove one failed' }),
    }),
    {
      description:
        'The newest backup that the site made by itself, and when one was proven last; lateSince: none was made for 30 hours; unprovenSince: none was proven for 9 days; null where no place for backups is set',
    },
  ),
  unknownPayments: Type.Array(
    Type.Object({
      id: Type.String({ description: 'The card provider’s' }),
      code: orNull(Type.String({ description: 'The code of the booking; null for a purchase in the shop' })),
      amount: amountSchema,
      description: Type.String({ description: 'What was paid for, as the guest read it' }),
      paidAt: momentSchema,
      isDisputed: Type.Boolean({ description: 'Its bank reclaims it, and has not decided yet' }),
    }),
    {
      description:
        'Payments whose booking or purchase is not in the ledger after a restore, until they are refunded or a host has dealt with them; amount: what is not refunded',
    },
  ),
  failedRefunds: Type.Array(
    Type.Object({
      code: Type.String(),
      property: homeSchema,
      ...guest,
      amount: amountSchema,
      reason: Type.String({ description: 'The card provider’s' }),
      failedAt: momentSchema,
    }),
    { description: 'Bookings with refunds that failed; amount: what has still not been paid back' },
  ),
  disputes: Type.Array(
    Type.Object({
      id: Type.String({ description: 'The card provider’s' }),
      code: Type.String(),
      property: homeSchema,
      ...guest,
      amount: amountSchema,
      reason: Type.String(),
      answerBy: orNull(momentSchema),
      isUnderReview: Type.Boolean({ description: 'The hosts have answered; the bank decides' }),
    }),
    { description: 'Payments that a guest’s bank reclaims, until that is decided' },
  ),
  feeds: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      channel,
      property: homeSchema,
      problem: Type.Enum(['failing', 'never_read', 'stale'], {
        description: 'stale: its last good reading is older than 6 hours',
      }),
      lastError: Type.String(),
      lastGoodAt: orNull(momentSchema),
    }),
  ),
  requests: Type.Array(waiting),
  inquiries: Type.Array(
    Type.Object({
      id: Type.String(),
      code: orNull(Type.String({ description: 'The code of the booking that it is about' })),
      ...guest,
      property: Type.String(),
      waitingSince: momentSchema,
      answerBy: Type.String({ format: 'date-time', description: 'When the promised 24 hours are over' }),
      path: Type.String({ description: 'The path of its page' }),
    }),
  ),
  balancesDue: Type.Array(
    Type.Object({
      code: Type.String(),
      property: homeSchema,
      checkin: dateSchema,
      ...guest,
      amount: amountSchema,
      dueOn: orNull(dateSchema),
      declines: Type.Integer({
        description: 'How often the stored card was declined; without one, how often a mail asked for it',
      }),
      hasCard: Type.Boolean({ description: 'Whether a card is stored that may be charged' }),
      nextAttemptAt: orNull(momentSchema),
    }),
  ),
  unpaidCharges: Type.Array(
    Type.Object({
      id: Type.String(),
      code: Type.String(),
      property: homeSchema,
      checkin: dateSchema,
      ...guest,
      label: Type.String(),
      amount: Type.Integer({ description: 'With its taxes' }),
      chargedAt: momentSchema,
    }),
    { description: 'Charges by hosts that nobody has paid for 3 days' },
  ),
  pendingExtras: Type.Array(
    Type.Object({
      id: Type.String(),
      code: Type.String(),
      property: homeSchema,
      checkin: dateSchema,
      checkout: dateSchema,
      ...guest,
      label: Type.String(),
      quantity: Type.Integer(),
      requestedAt: momentSchema,
      arrivals: Type.Array(Type.String({ description: 'Who comes on the day in question' })),
      departures: Type.Array(Type.String({ description: 'Who leaves on it' })),
    }),
    { description: 'What guests ask for and nobody has decided, such as an early check-in' },
  ),
  momentConflicts: Type.Array(
    Type.Object({
      id: Type.String(),
      code: Type.String(),
      property: homeSchema,
      ...guest,
      moment: Type.Enum(['early_check_in', 'late_check_out']),
      clockTime: clockSchema,
      on: dateSchema,
      other: Type.Object({
        code: orNull(Type.String(), { description: 'null: sold by another channel' }),
        guest: Type.String({ description: 'Or the name of that channel' }),
        time: Type.String({ description: 'From when they come, or until when they stay' }),
      }),
    }),
    {
      description:
        'Approved early check-ins and late check-outs, onto whose day another stay of the home was sold later',
    },
  ),
  holds: Type.Array(waiting),
  upcomingMessages: Type.Array(scheduledMessageSchema, {
    description: 'The next messages that go out by themselves, within 7 days; at most 30',
  }),
  hasMoreMessages: Type.Boolean({ description: 'Whether there are more of them' }),
  coming: Type.Array(
    Type.Object({ date: dateSchema, arrivals: Type.Array(stay), departures: Type.Array(stay) }),
    { description: 'Tomorrow and the six days after it' },
  ),
});

/** The hosts’ start page. Dates are in the homes’ time zone. */
export type Today = Static<typeof todaySchema>;
/** A confirmed stay, or one of another channel, of which only the dates are known. */
export type TodayStay = Static<typeof stay>;
/** A booking that waits for something. */
export type WaitingBooking = Static<typeof waiting>;
/** A home with guests arriving today that is not reported clean. */
export type UnreadyHome = Today['unreadyHomes'][number];
/** An arrival whose guest waits for the code that the home's notes promise. */
export type MissingCode = Today['missingCodes'][number];
export type MomentConflict = Today['momentConflicts'][number];
export type PendingExtra = Today['pendingExtras'][number];
export type BalanceDue = Today['balancesDue'][number];
export type UnpaidCharge = Today['unpaidCharges'][number];
export type FailedRefund = Today['failedRefunds'][number];
export type Restored = NonNullable<Today['restored']>;
export type RejectedMail = Today['mail']['refused'][number];
export type Backup = NonNullable<Today['backup']>;
export type UnknownPayment = Today['unknownPayments'][number];
export type OpenDispute = Today['disputes'][number];
export type UnansweredInquiry = Today['inquiries'][number];
export type FeedInTrouble = Today['feeds'][number];
export type FeedProblem = FeedInTrouble['problem'];
export type ComingDay = Today['coming'][number];
