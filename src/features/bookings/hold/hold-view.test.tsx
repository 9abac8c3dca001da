import { expect, test } from 'vitest';
import { renderPage } from '../../../../test/render-page.tsx';
import { ApiError } from '../../../shared/http/api-error.ts';
import { parseTrip } from '../record/trip.ts';
import { type HoldOutcome, toSold } from './hold-actions.tsx';
import { HoldView } from './hold-view.tsx';

const plans = [
  { kind: 'full', dueNow: 60_000, dueLater: [] },
  { kind: 'deposit', dueNow: 18_000, dueLater: [{ on: '2099-06-05', amount: 42_000 }] },
];
const body = {
  code: 'ABCD1234',
  status: 'held',
  property: { slug: 'quiet-dune', title: 'Quiet Dune' },
  checkin: '2099-07-05',
  checkout: '2099-07-08',
  guests: 2,
  pets: 0,
  payments: [],
  refunds: [],
  holdExpiresAt: '2099-06-01T17:36:00.000Z',
  can: ['pay', 'release'],
  plan: 'full',
  due: 60_000,
  quote: { total: 60_000, currency: 'usd', lines: [], nights: [], plans, cancellation: [] },
};
const nothing: HoldOutcome = { paymentUrl: null, failure: '', sold: null, unsent: null };

function render(more: object = {}, outcome: Partial<HoldOutcome> = {}) {
  return renderPage(
    <HoldView
      trip={parseTrip({ ...body, ...more })}
      messages={null}
      title="Quiet Dune"
      outcome={{ ...nothing, ...outcome }}
    />,
  );
}

test('a hold names its end, its total and every way on', () => {
  const { text } = render();
  for (const part of [
    'Waiting for payment, booking ABCD1234',
    'Your nights are held for you',
    'Quiet Dune',
    '$600.00',
    'Held until June 1, 2099, 12:36 PM CDT',
    'Pay now',
    'Change my stay',
    'Let these nights go',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('from the same card');
});

test('a deposit below what a card can be charged is named as nothing', () => {
  const small = { kind: 'deposit', dueNow: 49, dueLater: [{ on: '2099-06-05', amount: 4_851 }] };
  const { text } = render({ plan: 'deposit', quote: { ...body.quote, plans: [plans[0], small] } });
  expect(text).toContain('Nothing now, $48.51 on June 5, 2099 from the same card');
});

test('a deposit names what is paid now, and what is charged when', () => {
  expect(render({ plan: 'deposit' }).text).toContain(
    '$180.00 now, $420.00 on June 5, 2099 from the same card',
  );
});

test('a payment that the bank works on is named, in place of a clock that runs out and of a second payment', () => {
  const { text } = render({ isPaymentProcessing: true, can: [] });
  expect(text).toContain('Your payment is on its way');
  expect(text).not.toMatch(/Held until|Pay now|Let these nights go/);
  expect(render().text).not.toContain('on its way');
});

test('a hold whose offer was withdrawn says so, and nothing of money that may still come', () => {
  const { text } = render({ isOfferWithdrawn: true, can: ['release'] });
  expect(text).toContain('This offer was withdrawn');
  expect(text).toContain('If you have paid already, we write to you.');
  expect(text).not.toMatch(/Not paid|Nothing was charged|Pay now/);
  expect(render({ can: ['release'] }).text).not.toContain('withdrawn');
});

test('a request says that nothing is paid yet, and offers neither payment nor release', () => {
  const { text } = render({ status: 'requested', can: ['message'] });
  expect(text).toContain('You pay when they have said yes');
  expect(text).not.toMatch(/Pay now|Let these nights go/);
});

test.each([
  ['expired', 'The time to pay is over'],
  ['released', 'These nights were let go'],
  ['declined', 'The hosts could not take this stay'],
])(
  'a booking that is %s says so, that nothing was charged, and leads back to its dates',
  (status, heading) => {
    const { text, html } = render({ status, can: [], holdExpiresAt: null });
    for (const part of [heading, 'Nothing was charged.', 'Look at these dates again'])
      expect(text).toContain(part);
    expect(html).toContain(
      '/book?property=quiet-dune&amp;checkin=2099-07-05&amp;checkout=2099-07-08&amp;guests=2',
    );
    expect(text).not.toMatch(/Held until|Pay now/);
  },
);

test('dates are looked at again with the promotion code and the extras of the booking', () => {
  const id = '0190a000-0000-7000-8000-000000000001';
  const { html } = render({
    status: 'expired',
    can: [],
    promoCode: 'GULF10',
    chosenExtras: [{ id, quantity: 2 }],
  });
  expect(html).toContain(`guests=2&amp;pets=0&amp;promoCode=GULF10&amp;extra=${id}:2`);
});

test.each([
  ['done', '$600.00 paid, $600.00 refunded.'],
  ['pending', '$600.00 paid, $600.00 on its way back.'],
])('a payment that came too late and is refunded is shown as far as it is known: %s', (status, words) => {
  const money = { payments: [{ amount: 60_000 }], refunds: [{ amount: 60_000, status }] };
  expect(render({ ...money, status: 'expired', can: [], due: 0 }).text).toContain(words);
});

test('without scripts the payment page is a link, and what failed is said beside it', () => {
  const { text, html } = render({}, { paymentUrl: 'https://pay.example/1' });
  expect(html).toContain('href="https://pay.example/1"');
  expect(text).not.toContain('Pay now');
  expect(render({}, { failure: 'The card provider is away.' }).text).toContain('The card provider is away.');
});

test('nights that another channel sold are named with what is free instead, and as not charged', () => {
  const nearest = [{ checkin: '2099-07-09', checkout: '2099-07-12', total: 61_000 }];
  const sold = toSold(new ApiError(409, 'Taken.', {}, { reason: 'dates_taken', nearest, currency: 'usd' }));
  const { text } = render({}, { sold });
  for (const part of ['these nights are gone', 'Nothing was charged.', '$610.00'])
    expect(text).toContain(part);
  expect(toSold(new ApiError(409, 'No.', {}, { reason: 'quote_expired' }))).toBeNull();
  expect(toSold(new TypeError('fetch failed'))).toBeNull();
});

test('a request that is opened from its mail asks for the address to be confirmed, by a form that works without scripts', () => {
  const { text, html } = render({ status: 'requested', can: ['message', 'confirmEmail'] });
  expect(text).toContain('Confirm my address');
  expect(html).toMatch(
    /<form class="[^"]*" method="post"><input type="hidden" name="intent" value="confirm-email"/,
  );
  expect(render({ status: 'requested', can: ['message'] }).text).not.toContain('Confirm my address');
});

test('the time left takes no line where no script counts it', () => {
  expect(render().html).toMatch(/role="timer" class="[^"]*noscript:hidden/);
});
