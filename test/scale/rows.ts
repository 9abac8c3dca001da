import { dayMs, type PlannedBooking, random } from './plan.ts';

type Cell = string | number | boolean | null;
export type Row = Cell[];

/** The rows of one booking in each of its tables. */
export interface BookingRows {
  quotes: Row[];
  bookings: Row[];
  payments: Row[];
  payment_attempts: Row[];
  refund_orders: Row[];
  booking_events: Row[];
  disputes: Row[];
  occupied_nights: Row[];
  stay_months: Row[];
}

export const bookingColumns: Record<keyof BookingRows, string> = {
  quotes:
    'id, property_id, checkin, checkout, guests, pets, price, total_cents, currency, plans, cancellation_policy, check_in_from, created_at, expires_at, is_booked',
  bookings:
    'id, code, key_hash, status, property_id, quote_id, checkin, checkout, guests, pets, name, email, phone, note, plan, total_cents, due_now_cents, balance_due_on, agreed, hold_expires_at, client_key, stripe_customer_id, stripe_payment_method_id, balance_announced_at, balance_declines, arrival_sent_at, confirmed_at, cancelled_at, created_at, updated_at, paid_cents, waived_cents, open_cents, returned_cents, taxes',
  payments: 'id, booking_id, kind, amount_cents, stripe_id, charge_id, reason, created_at',
  payment_attempts:
    'id, booking_id, purpose, kind, status, amount_cents, currency, description, stripe_id, expires_at, checked_at, created_at',
  refund_orders: 'id, booking_id, payment_id, amount_cents, cause, kind, status, created_at',
  booking_events: 'booking_id, event, actor, details, created_at',
  disputes: 'id, booking_id, payment_id, amount_cents, status, reason, created_at',
  occupied_nights: 'source_id, property_id, kind, nights',
  stay_months:
    'booking_id, property_id, month, first_night, nights, rent_cents, stay_nights, days_ahead, booked_at, ended_at, is_cancelled',
};

/** What a function made of a whole number, made once: a million bookings fall on a few thousand days. */
function remembered(make: (value: number) => string): (value: number) => string {
  const made = new Map<number, string>();
  return (value) => {
    const text = made.get(value) ?? make(value);
    made.set(value, text);
    return text;
  };
}

export const toDate = remembered((day) => new Date(day * dayMs).toISOString().slice(0, 10));
const toTime = remembered((second) => new Date(second * 1000).toISOString().slice(10, 19));
export const toMoment = (at: number): string =>
  `${toDate(Math.floor(at / dayMs))}${toTime(Math.floor((at % dayMs) / 1000))}Z`;
const hex = (next: () => number, digits: number): string => {
  let text = '';
  while (text.length < digits) text += (0x10000 + Math.floor(next() * 0x10000)).toString(16).slice(1);
  return text.slice(0, digits);
};

/** Makes an id that sorts by time, like the site's own. */
export function idAt(at: number, next: () => number): string {
  const time = Math.floor(at).toString(16).padStart(12, '0');
  const tail = hex(next, 18);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${tail.slice(0, 3)}-8${tail.slice(3, 6)}-${tail.slice(6)}`;
}

export const homeId = (home: number): string =>
  `00000000-0000-4000-8000-${home.toString(16).padStart(12, '0')}`;

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Each number's own code: the multiplier is odd, so that no two of 2^40 are the same. */
function codeAt(index: number): string {
  let rest = (BigInt(index + 1) * 0x9e3779b97n) & 0xffffffffffn;
  let code = '';
  for (let digit = 0; digit < 8; digit += 1) {
    code += alphabet.charAt(Number(rest & 31n));
    rest >>= 5n;
  }
  return code;
}

const firstNames =
  'James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan Joseph Jessica Thomas Sarah Charles Karen Ann Daniel Lisa Matthew Nancy Anthony Betty Mark Sandra Donald'.split(
    ' ',
  );
const nameParts =
  'an ber cal dor el fen gar hol in jor kel lan mor nor ol per quin ros sal tor ul van wil yor zel'.split(
    ' ',
  );

/** One of some 19,000 names. */
export function guestName(next: () => number): string {
  const part = () => nameParts[Math.floor(next() * nameParts.length)] ?? 'an';
  const last = part() + part() + (next() < 0.5 ? 'son' : part());
  return `${firstNames[Math.floor(next() * firstNames.length)]} ${last.charAt(0).toUpperCase()}${last.slice(1)}`;
}

const words = nameParts.flatMap((one) => nameParts.map((other) => `${one}${other}`));
const phrases = [
  'Is there parking for two cars?',
  'How far is it to the beach on foot?',
  'May we bring our small dog?',
  'Can we check in early, around noon?',
  'Is the pool heated in March?',
  'Thank you, we are looking forward to it!',
  'Is there a crib and a high chair?',
  'Our flight lands late, is that a problem?',
];

export function messageText(next: () => number): string {
  const some = Array.from({ length: 12 }, () => words[Math.floor(next() * words.length)]).join(' ');
  const rare = next() < 0.001 ? ' We need a wheelchair ramp.' : '';
  return `${phrases[Math.floor(next() * phrases.length)]} ${some}.${rare}`;
}

const jurisdictions = [
  ['Florida sales tax', 'State of Florida', 0.06],
  ['Bay County surtax', 'Bay County', 0.01],
  ['Tourist development tax', 'Bay County Tourist Development', 0.05],
] as const;

function priceAt({ checkin, checkout }: PlannedBooking, next: () => number) {
  const nightly = 15_000 + Math.floor(next() * 200) * 100;
  const nights = Array.from({ length: checkout - checkin }, (_, night) => ({
    date: toDate(checkin + night),
    price: nightly,
    season: night % 2 === 0 ? 'Summer' : null,
  }));
  const rent = nightly * nights.length;
  const taxed = rent + 15_000;
  const taxes = jurisdictions.map(([label, jurisdiction, share]) => ({
    kind: 'tax',
    label,
    amount: Math.round(taxed * share),
    jurisdiction,
    step: 1,
    base: taxed,
  }));
  const lines = [
    { kind: 'rent', label: `${nights.length} nights`, amount: rent },
    { kind: 'fee', label: 'Cleaning', amount: 15_000, fee: 'per_stay', isTaxed: true },
    ...taxes,
  ];
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const shares = taxes.map(({ jurisdiction, amount }) => ({
    jurisdiction,
    taxable: taxed,
    exempt: 0,
    due: amount,
  }));
  return {
    price: { nights, lines, total, perNight: Math.round(total / nights.length) },
    total,
    shares,
    nightly,
  };
}

const policy = JSON.stringify({
  name: 'Moderate',
  steps: [
    { days_before: 30, refund_percent: 100 },
    { days_before: 14, refund_percent: 50 },
  ],
  graceHours: 48,
});
const agreed = JSON.stringify({
  houseRules: 'No smoking. No parties. Quiet from 10 pm. '.repeat(6),
  cancellation: 'All of it until 30 days before check-in, half until 14 days before.',
});

/** Balances are due so many days before check-in; due soon, they are paid already, so that no job has anything to do. */
const balanceDueDays = 30;
const paidAheadDays = 45;
const maxDeclines = 3;
/** Less is not charged. */
const minOpenCents = 50;

export function bookingRows(booking: PlannedBooking, now: number): BookingRows {
  const { index, home, checkin, checkout, createdAt, status } = booking;
  const next = random(index + 1);
  const today = Math.floor(now / dayMs);
  const id = idAt(createdAt, next);
  const quoteId = idAt(createdAt - 60_000, next);
  const { price, total, shares, nightly } = priceAt(booking, next);
  const isPast = checkout < today;
  const isPaid = status === 'confirmed' || status === 'cancelled';
  const isDeposit = isPaid && booking.isDeposit;
  const dueNow = isDeposit ? Math.round(total * 0.3) : total;
  const dueOn = isDeposit ? checkin - balanceDueDays : null;
  const isDeclined =
    isDeposit && status === 'confirmed' && !isPast && dueOn !== null && dueOn < today && index % 50 === 0;
  const isBalancePaid =
    isDeposit && status === 'confirmed' && dueOn !== null && dueOn <= today + paidAheadDays && !isDeclined;
  const isDeleted = isPast && index % 50 === 7;
  const name = isDeleted ? 'Deleted' : guestName(next);
  const email = isDeleted
    ? 'deleted@account.invalid'
    : `${name.toLowerCase().replace(' ', '.')}${Math.floor(next() * 40)}@example.com`;
  const span = [toDate(checkin), toDate(checkout)];
  const stay = [homeId(home), ...span];
  const guests = 1 + Math.floor(next() * 6);
  const isLive = status === 'held' || status === 'requested';
  const rows: BookingRows = {
    quotes: [
      [
        quoteId,
        ...stay,
        guests,
        0,
        JSON.stringify(price),
        total,
        'usd',
        '[]',
        policy,
        '16:00',
        toMoment(createdAt - 60_000),
        toMoment(createdAt + 1_800_000),
        true,
      ],
    ],
    bookings: [],
    payments: [],
    payment_attempts: [],
    refund_orders: [],
    booking_events: [],
    disputes: [],
    occupied_nights: [],
    stay_months: [],
  };
  let [paid, waived, returned] = [0, 0, 0];
  const event = (what: string, at: number, details: object = {}, actor = 'system') =>
    rows.booking_events.push([id, what, actor, JSON.stringify(details), toMoment(at)]);
  const charge = (amount: number, at: number, purpose: 'stay' | 'balance'): string => {
    const intent = `pi_${hex(next, 20)}`;
    const kind = purpose === 'stay' ? 'page' : 'stored_card';
    const attempt = [
      idAt(at, next),
      id,
      purpose,
      kind,
      'paid',
      amount,
      'usd',
      'Your stay',
      `cs_${hex(next, 24)}`,
    ];
    rows.payment_attempts.push([...attempt, toMoment(at + 1_800_000), toMoment(at), toMoment(at)]);
    rows.payments.push([idAt(at, next), id, 'charge', amount, intent, null, '', toMoment(at)]);
    paid += amount;
    event('paid', at, { amount }, 'card provider');
    return intent;
  };
  const refund = (amount: number, at: number, intent: string, kind: 'cancellation' | 'hosts') => {
    rows.refund_orders.push([idAt(at, next), id, intent, amount, `${kind}-1`, kind, 'done', toMoment(at)]);
    rows.payments.push([
      idAt(at, next),
      id,
      'refund',
      amount,
      `re_${hex(next, 20)}`,
      intent,
      '',
      toMoment(at),
    ]);
    paid -= amount;
    returned += amount;
    if (kind === 'hosts') waived += amount;
    event('refunded', at, { amount });
  };
  const cancelledAt = Math.min(createdAt + 5 * dayMs, now - 3_600_000);
  event('held', createdAt, {}, 'guest');
  if (isPaid) {
    const intent = charge(dueNow, createdAt + 120_000, 'stay');
    event('confirmed', createdAt + 121_000);
    event('mail_sent', createdAt + 125_000, { kind: 'confirmation' });
    if (isBalancePaid && dueOn !== null)
      charge(total - dueNow, Math.min(dueOn * dayMs + 50_000_000, now - 7_200_000), 'balance');
    if (status === 'cancelled') {
      refund(Math.max(1, Math.round(dueNow * 0.8)), cancelledAt, intent, 'cancellation');
      event('cancelled', cancelledAt, {}, 'guest');
    } else if (index % 50 === 3) refund(5_000, createdAt + dayMs, intent, 'hosts');
    if (index % 2_000 === 11) {
      const dispute = `dp_${index}`;
      const at = createdAt + 2 * dayMs;
      rows.disputes.push([dispute, id, intent, dueNow, 'won', 'fraudulent', toMoment(at)]);
      const details = { dispute, amount: dueNow, reason: 'fraudulent' };
      event('disputed', at, { ...details, status: 'needs_response' });
      event('disputed', at + dayMs, { ...details, status: 'won' });
    }
  } else if (!isLive) {
    const attempt = [idAt(createdAt, next), id, 'stay', 'page', 'expired', dueNow, 'usd', 'Your stay'];
    rows.payment_attempts.push([
      ...attempt,
      `cs_${hex(next, 24)}`,
      toMoment(createdAt + 1_800_000),
      toMoment(createdAt + 1_900_000),
      toMoment(createdAt),
    ]);
    event(status, createdAt + 1_900_000);
  }
  rows.bookings.push([
    id,
    codeAt(index),
    `\\\\x${hex(next, 64)}`,
    status,
    homeId(home),
    quoteId,
    ...span,
    guests,
    0,
    name,
    email,
    isDeleted ? '' : '+1 850 555 0100',
    '',
    isDeposit ? 'deposit' : 'full',
    total,
    dueNow,
    dueOn === null ? null : toDate(dueOn),
    agreed,
    isPaid ? null : toMoment(isLive ? now + 300 * dayMs : createdAt + 1_800_000),
    '203.0.113.9',
    isDeposit ? `cus_${hex(next, 14)}` : null,
    isDeposit ? `pm_${hex(next, 14)}` : null,
    isBalancePaid || isDeclined ? toMoment((checkin - 33) * dayMs) : null,
    isDeclined ? maxDeclines : 0,
    status === 'confirmed' && checkin <= today + paidAheadDays ? toMoment((checkin - 3) * dayMs) : null,
    isPaid ? toMoment(createdAt + 121_000) : null,
    status === 'cancelled' ? toMoment(cancelledAt) : null,
    toMoment(createdAt),
    toMoment(createdAt),
    paid,
    waived,
    (status === 'confirmed' || isLive) && total - waived - paid >= minOpenCents ? total - waived - paid : 0,
    returned,
    JSON.stringify(shares),
  ]);
  if (status === 'confirmed' || isLive)
    rows.occupied_nights.push([id, homeId(home), 'booking', `[${span.join(',')})`]);
  if (isPaid)
    for (const { nights, month, isFirst } of monthsOf(booking))
      rows.stay_months.push([
        id,
        homeId(home),
        month,
        toDate(nights[0]),
        nights[1] - nights[0],
        (nights[1] - nights[0]) * nightly,
        isFirst ? checkout - checkin : null,
        isFirst ? checkin - Math.floor(createdAt / dayMs) : null,
        toMoment(createdAt + 121_000),
        status === 'cancelled' ? toMoment(cancelledAt) : null,
        status === 'cancelled',
      ]);
  return rows;
}

/** The parts of a stay by month. */
function monthsOf({ checkin, checkout }: PlannedBooking) {
  const parts: { month: string; nights: [first: number, end: number]; isFirst: boolean }[] = [];
  for (let first = checkin; first < checkout; ) {
    let end = first + 1;
    while (end < checkout && toDate(end).slice(0, 7) === toDate(first).slice(0, 7)) end += 1;
    parts.push({
      month: `${toDate(first).slice(0, 7)}-01`,
      nights: [first, end],
      isFirst: first === checkin,
    });
    first = end;
  }
  return parts;
}
