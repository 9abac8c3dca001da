import { dayMs, type PlannedBooking, random, type ScaleSize } from './plan.ts';
import { bookingRows, guestName, idAt, messageText, type Row, toDate, toMoment } from './rows.ts';

export const conversationColumns = {
  inquiries: 'id, name, email, property_title, check_in, check_out, guests, message, status, created_at',
  threads:
    'id, kind, status, reply_token, host_reply_token, is_unread, waiting_since, alarmed_at, last_message_at, created_at, property_id',
  messages: 'id, thread_id, direction, author, author_email, text, sent_at, waited_seconds, created_at',
};

interface Conversation {
  id: string;
  kind: 'inquiry' | 'booking';
  at: number;
  name: string;
  /** The home of the booking. */
  propertyId: string | null;
}

const messagesEach = 3;
/** The share of conversations that are about a booking. */
const aboutBookings = 0.75;
/** The numbers of newest conversations in which guests wait, and which are unread. */
const waiting = 40;
const unread = 200;

/** The conversations of this many messages: three in each, most of them about a booking. */
function* conversations(size: ScaleSize, planned: PlannedBooking[], now: number): Generator<Conversation> {
  const count = Math.floor(size.messages / messagesEach);
  const next = random(7);
  const bookings = Math.min(planned.length, Math.floor(count * aboutBookings));
  for (let n = 0; n < bookings; n += 1) {
    const booking = planned[Math.floor((n * planned.length) / bookings)];
    const row = booking && bookingRows(booking, now).bookings[0];
    if (!booking || !row) continue;
    const at = booking.createdAt + 3_600_000;
    yield { id: String(row[0]), kind: 'booking', at, name: String(row[10]), propertyId: String(row[4]) };
  }
  for (let n = bookings; n < count; n += 1) {
    const share = (n - bookings + 1) / (count - bookings);
    const at = now - 3650 * dayMs * (1 - share) - 3 * 3_600_000;
    yield { id: idAt(at, next), kind: 'inquiry', at, name: guestName(next), propertyId: null };
  }
}

/** The rows of each conversation, made together. */
export function* conversationRows(
  size: ScaleSize,
  planned: PlannedBooking[],
  now: number,
): Generator<Record<keyof typeof conversationColumns, Row[]>> {
  const count = Math.floor(size.messages / messagesEach);
  let n = 0;
  for (const conversation of conversations(size, planned, now)) {
    n += 1;
    const next = random(n + 1_000_000_000);
    const left = count - n;
    const email = `${conversation.name.toLowerCase().replace(' ', '.')}@example.com`;
    yield {
      inquiries: conversation.kind === 'inquiry' ? [inquiryRow(conversation, email, left, next)] : [],
      threads: [threadRow(conversation, left, next)],
      messages: [...messageRows(conversation, email, left, next)],
    };
  }
}

function inquiryRow({ id, at, name }: Conversation, email: string, left: number, next: () => number): Row {
  const checkin = Math.floor(at / dayMs) + 20 + Math.floor(next() * 200);
  const stay = [`Gulf Home ${1 + Math.floor(next() * 500)}`, toDate(checkin), toDate(checkin + 5), 4];
  return [id, name, email, ...stay, messageText(next), left < waiting ? 'new' : 'answered', toMoment(at)];
}

function threadRow({ id, kind, at, propertyId }: Conversation, left: number, next: () => number): Row {
  const token = () =>
    Array.from({ length: 4 }, () =>
      Math.floor(next() * 2 ** 32)
        .toString(16)
        .padStart(8, '0'),
    ).join('');
  const waits = left < waiting;
  const status = waits ? 'new' : next() < 0.7 ? 'closed' : 'answered';
  const last = toMoment(at + (messagesEach - 1) * 3_600_000);
  return [
    id,
    kind,
    status,
    token(),
    token(),
    left < unread,
    waits ? last : null,
    waits ? last : null,
    last,
    toMoment(at),
    propertyId,
  ];
}

function* messageRows(
  { id, at, name }: Conversation,
  email: string,
  left: number,
  next: () => number,
): Generator<Row> {
  for (let n = 0; n < messagesEach; n += 1) {
    const isOut = n === 1 && left >= waiting;
    const sentAt = toMoment(at + n * 3_600_000);
    const author = isOut ? ['Hosts', 'host@example.com'] : [name, email];
    yield [
      idAt(at + n * 3_600_000, next),
      id,
      isOut ? 'out' : 'in',
      ...author,
      messageText(next),
      isOut ? sentAt : null,
      isOut ? 1_800 + Math.floor(next() * 30_000) : null,
      sentAt,
    ];
  }
}
