import fc from 'fast-check';

/** Nights of one of the two homes; `from` counts days from the first one that the sequence books. */
export interface Place {
  home: number;
  from: number;
  nights: number;
}

/** How a guest pays on the provider's page: a delayed payment is worked on by a bank until a `bank` step. */
export type Card = 'good' | 'declined_later' | 'delayed';

/** How many times the provider reports something at once; 0: only when it is fetched, or its events are. */
type Reports = 0 | 1 | 2;

type BookingStep =
  | ({ kind: 'book'; guest: number; plan: 'full' | 'deposit'; card: Card | null; reports: Reports } & Place)
  | ({ kind: 'phone'; isPaid: boolean } & Place)
  | { kind: 'pay'; booking: number; card: Card; reports: Reports }
  | { kind: 'release'; booking: number }
  | { kind: 'approve'; booking: number }
  | { kind: 'decline'; booking: number }
  | ({ kind: 'move'; booking: number; keepPrice: boolean } & Place)
  | {
      kind: 'party';
      booking: number;
      guests: number;
      pets: number;
      keepTotal: boolean;
      isRepeated: boolean;
    }
  | {
      kind: 'charge';
      booking: number;
      amount: number;
      collect: 'link' | 'card' | 'elsewhere';
      isRepeated: boolean;
    }
  | { kind: 'void'; booking: number }
  | { kind: 'correct'; booking: number; guest: number }
  | { kind: 'share'; booking: number }
  | { kind: 'cancel'; booking: number; by: 'guest' | 'hosts'; percent: number; isOutdated: boolean }
  | { kind: 'refund'; booking: number; percent: number; isRepeated: boolean }
  | { kind: 'refund_again'; refund: number }
  | ({ kind: 'offer'; holdsNights: boolean } & Place)
  // `isRaced`: the next guest takes it at the same moment.
  | { kind: 'accept'; offer: number; guest: number; isRaced: boolean; card: Card | null; reports: Reports }
  | { kind: 'review'; booking: number; rating: number };

/** `under_review`: the hosts have sent evidence; `lost` may still become `won`. */
export type Verdict = 'under_review' | 'won' | 'lost';

type ProviderStep =
  | { kind: 'report'; event: number; copies: number }
  | { kind: 'bank'; succeeds: boolean; reports: Reports }
  | { kind: 'refund_at_provider'; payment: number; percent: number; reports: Reports }
  | { kind: 'failed_refund'; refund: number; reports: Reports }
  | { kind: 'dispute'; payment: number; reports: Reports }
  | { kind: 'decide_dispute'; dispute: number; verdict: Verdict; reports: Reports }
  // A dispute, the guest's cancellation and the bank's verdict, one after the other.
  | { kind: 'disputed_cancellation'; booking: number; verdict: Verdict; reports: Reports };

/** The database goes back to where it was, the card provider and other channels do not. */
type RestoreStep = { kind: 'restore'; stepsBack: number };

/** The change of another channel's calendar before it is read again; `event` names one of its events. */
export type FeedChange = 'add' | 'shift' | 'drop' | 'cancel' | 'rename' | 'echo' | 'own' | 'break';

type NightStep =
  | ({ kind: 'block' } & Place)
  | { kind: 'unblock'; block: number }
  | ({ kind: 'feed'; change: FeedChange; isBlock: boolean; event: number } & Place)
  | { kind: 'wait'; minutes: number };

export type Step = BookingStep | ProviderStep | RestoreStep | NightStep;
export type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;

export interface Sequence {
  /** Days from 2027-01-01: clock changes, leap days and month ends all come. */
  startDay: number;
  startMinute: number;
  /** Days from the start to the first night that can be booked. */
  aheadDays: number;
  homes: {
    booking_mode: 'instant' | 'request';
    nightly_cents: number;
    turnover_nights: number;
    deposit_percent: number;
  }[];
  channel: 'airbnb' | 'vrbo' | 'booking_com';
  steps: Step[];
  /** Days that pass behind the last step: balances are charged then, and guests arrive. */
  daysAtEnd: number;
}

const place = { home: fc.nat(1), from: fc.nat(13), nights: fc.integer({ min: 1, max: 5 }) };
const booking = fc.nat(3);
const percent = fc.integer({ min: 1, max: 100 });
const card = fc.constantFrom<Card>('good', 'good', 'good', 'declined_later', 'delayed');
const reports = fc.constantFrom<Reports>(1, 1, 0, 2);

/** A step of one kind; `weight` is how often it comes beside the others. */
const of = <Kind extends Step['kind']>(
  weight: number,
  kind: Kind,
  rest: { [Name in keyof Omit<StepOf<Kind>, 'kind'>]: fc.Arbitrary<StepOf<Kind>[Name]> },
) => ({
  weight,
  arbitrary: fc.record({ kind: fc.constant(kind), ...rest }) as unknown as fc.Arbitrary<Step>,
});

const book = of(9, 'book', {
  ...place,
  guest: fc.nat(2),
  plan: fc.constantFrom('full', 'deposit'),
  card: fc.option(card, { freq: 4 }),
  reports,
});

const step: fc.Arbitrary<Step> = fc.oneof(
  book,
  of(2, 'phone', { ...place, isPaid: fc.boolean() }),
  of(4, 'pay', { booking, card, reports }),
  of(2, 'approve', { booking }),
  of(1, 'decline', { booking }),
  of(2, 'release', { booking }),
  of(7, 'move', { ...place, booking, keepPrice: fc.boolean() }),
  of(5, 'party', {
    booking,
    guests: fc.integer({ min: 1, max: 7 }),
    pets: fc.nat(2),
    keepTotal: fc.integer({ min: 0, max: 4 }).map((number) => number === 4),
    isRepeated: fc.boolean(),
  }),
  of(9, 'charge', {
    booking,
    amount: fc.integer({ min: 50, max: 20_000 }),
    collect: fc.constantFrom('link', 'link', 'card', 'card', 'elsewhere'),
    isRepeated: fc.boolean(),
  }),
  of(2, 'void', { booking }),
  of(2, 'correct', { booking, guest: fc.nat(2) }),
  of(2, 'share', { booking }),
  of(5, 'cancel', {
    booking,
    percent,
    by: fc.constantFrom('guest', 'hosts'),
    isOutdated: fc.integer({ min: 0, max: 4 }).map((number) => number === 4),
  }),
  of(3, 'refund', { booking, percent, isRepeated: fc.boolean() }),
  of(2, 'report', { event: fc.nat(7), copies: fc.integer({ min: 1, max: 3 }) }),
  of(1, 'bank', { succeeds: fc.boolean(), reports }),
  of(1, 'refund_at_provider', { payment: fc.nat(3), percent, reports }),
  of(2, 'failed_refund', { refund: fc.nat(2), reports }),
  of(2, 'dispute', { payment: fc.nat(3), reports }),
  of(3, 'decide_dispute', {
    dispute: fc.nat(2),
    verdict: fc.constantFrom<Verdict>('lost', 'lost', 'won', 'under_review'),
    reports,
  }),
  of(2, 'disputed_cancellation', {
    booking,
    verdict: fc.constantFrom<Verdict>('won', 'won', 'lost', 'under_review'),
    reports,
  }),
  of(3, 'refund_again', { refund: fc.nat(2) }),
  of(2, 'offer', { ...place, holdsNights: fc.boolean() }),
  of(4, 'accept', {
    offer: fc.nat(1),
    guest: fc.nat(2),
    isRaced: fc.boolean(),
    card: fc.option(card, { freq: 1 }),
    reports,
  }),
  of(2, 'review', { booking, rating: fc.integer({ min: 1, max: 5 }) }),
  of(3, 'restore', { stepsBack: fc.integer({ min: 1, max: 6 }) }),
  of(3, 'block', place),
  of(1, 'unblock', { block: fc.nat(2) }),
  of(6, 'feed', {
    ...place,
    change: fc.constantFrom<FeedChange>(
      'add',
      'add',
      'add',
      'add',
      'shift',
      'drop',
      'cancel',
      'rename',
      'echo',
      'own',
      'break',
    ),
    isBlock: fc.integer({ min: 0, max: 2 }).map((number) => number === 2),
    event: fc.nat(2),
  }),
  of(5, 'wait', { minutes: fc.constantFrom(3, 40, 40, 361, 1_500, 4 * 1_440, 20 * 1_440) }),
);

const home = fc.record({
  booking_mode: fc.constantFrom('instant', 'instant', 'instant', 'request'),
  nightly_cents: fc.integer({ min: 5_000, max: 60_000 }),
  turnover_nights: fc.nat(2),
  deposit_percent: fc.constantFrom(100, 30, 33.333),
});

/** A pair of fresh homes and 5 to 12 things that happen to them, the first of them a booking. */
export const sequences: fc.Arbitrary<Sequence> = fc.record({
  startDay: fc.nat(1_800),
  startMinute: fc.nat(1_439),
  aheadDays: fc.constantFrom(1, 9, 25, 60),
  homes: fc.tuple(home, home),
  channel: fc.constantFrom('airbnb', 'vrbo', 'booking_com'),
  daysAtEnd: fc.constantFrom(0, 9, 18, 28),
  steps: fc
    .tuple(book.arbitrary, fc.array(step, { minLength: 4, maxLength: 11, size: 'max' }))
    .map(([first, more]) => [first, ...more]),
}) as fc.Arbitrary<Sequence>;

/** Neighbouring seeds draw similar numbers: this sends them far apart. */
const spread = 0x9e_37_79_b1;

/** The sequence of a number; the same one whenever it is run. */
export const sequenceOf = (seed: number): Sequence => {
  const [sequence] = fc.sample(sequences, { seed: Math.imul(seed, spread), numRuns: 1 });
  return sequence as Sequence;
};
