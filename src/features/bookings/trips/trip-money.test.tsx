import { expect, test } from 'vitest';
import { renderPage } from '../../../../test/render-page.tsx';
import { parseTrip } from '../record/trip.ts';
import { TripMoney, type TripOutcome } from './trip-money.tsx';

const deposit = { kind: 'deposit', dueNow: 18_000, dueLater: [{ on: '2099-06-05', amount: 42_000 }] };
const quote = {
  id: 'q',
  property: 'the-beachcomber',
  checkin: '2099-07-05',
  checkout: '2099-07-08',
  lines: [],
  nights: [],
  cancellation: [],
  total: 60_000,
  currency: 'usd',
  plans: [deposit],
};
/** A stay of $600.00 of which $180.00 is paid, as in the response of a server with only the specified fields. */
const bare = {
  code: 'ABCD1234',
  status: 'confirmed',
  quote,
  can: ['pay', 'message'],
  payments: [{ amount: 18_000 }],
  refunds: [],
};
const outcome: TripOutcome = {
  paymentUrl: null,
  cancellation: null,
  failure: '',
  failed: null,
  unsent: null,
  unsaved: null,
  sharing: null,
  ordering: null,
};

const textOf = (body: object, more: Partial<TripOutcome> = {}, hasLinks = true): string =>
  renderPage(
    <TripMoney
      trip={parseTrip(body)}
      title="The Beachcomber"
      hasLinks={hasLinks}
      outcome={{ ...outcome, ...more }}
      className=""
    />,
  ).text;

test('links for the calendar and for companions stand only with a stay that is not over', () => {
  const links = /Add to calendar|Share with who comes along/;
  expect(textOf(bare)).toMatch(links);
  expect(textOf(bare, {}, false)).not.toMatch(links);
});

test('the open amount is the server’s, with its day, and the button pays it', () => {
  const text = textOf({ ...bare, due: 37_000, dueOn: '2099-06-08' });
  expect(text).toContain('$180.00 paid $370.00 still to pay on June 8, 2099');
  expect(text).toContain('Pay $370.00 now');
});

test('a refund by hosts of a paid stay is not due', () => {
  const paid = { payments: [{ amount: 60_000 }], refunds: [{ amount: 5_000 }], due: 0, dueOn: null, can: [] };
  const text = textOf({ ...bare, ...paid });
  expect(text).toContain('$600.00 paid, $50.00 refunded');
  expect(text).not.toMatch(/still to pay|now/);
});

test('a rest that no card is charged for has no day, although the home offers deposits', () => {
  const text = textOf({ ...bare, due: 42_000, dueOn: null });
  expect(text).toContain('$420.00 still to pay');
  expect(text).not.toContain('June 5, 2099');
});

test('a day that is past is said to be, and no page promises a charge on it', () => {
  expect(textOf({ ...bare, due: 42_000, dueOn: '2020-06-05' })).toContain(
    '$420.00 still to pay, due since June 5, 2020',
  );
});

test('a charge is paid alone, before a balance that is still to come', () => {
  const text = textOf({ ...bare, due: 44_750, payNow: 2_750, dueOn: '2099-06-05', can: ['pay'] });
  expect(text).toContain('$27.50 to pay now, $420.00 still to pay on June 5, 2099');
  expect(text).toContain('Pay $27.50 now');
});

test('a balance that a bank works on is named, without a second payment', () => {
  const text = textOf({ ...bare, due: 42_000, dueOn: null, isPaymentProcessing: true, can: ['message'] });
  expect(text).toContain('Your payment is on its way');
  expect(text).not.toContain('Pay $420.00');
});

test('a bare response is completed: the rest of the price, on the day of the deposit’s plan', () => {
  expect(textOf(bare)).toContain('$420.00 still to pay on June 5, 2099');
  const tooMuch = { ...bare, payments: [{ amount: 70_000 }] };
  expect(textOf(tooMuch)).not.toContain('still to pay');
});

test.each(['cancelled', 'held', 'expired'])('a booking that is %s has nothing still to pay', (status) => {
  expect(textOf({ ...bare, status, can: [] })).not.toContain('still to pay');
});

test('a form without scripts returns a link to the payment page, or the reason why there is none', () => {
  const open = { ...bare, due: 42_000, dueOn: null };
  expect(textOf(open, { paymentUrl: 'https://pay.example/1' })).toContain('Go on to the payment page');
  expect(textOf(open, { failed: 'pay', failure: 'The card provider is away.' })).toContain(
    'The card provider is away.',
  );
  expect(textOf(open, { failed: 'cancel', failure: 'Too late.' })).not.toContain('Too late.');
});

test('the price has its lines if the response has them; without its quote there is no empty list', () => {
  const lines = [{ kind: 'rent', label: '3 nights', amount: 60_000 }];
  expect(textOf({ ...bare, quote: { ...quote, lines } })).toMatch(/How this adds up 3 nights \$600\.00/);
  expect(textOf({ ...bare, total: 60_000, quote: undefined })).not.toMatch(/How this adds up|Total/);
});
