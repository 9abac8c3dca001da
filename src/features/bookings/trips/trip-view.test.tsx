import { expect, test } from 'vitest';
import { renderPage } from '../../../../test/render-page.tsx';
import type { PropertyDetail } from '../../listings/property-detail.ts';
import { parseTrip } from '../record/trip.ts';
import type { TripOutcome } from './trip-money.tsx';
import { TripView } from './trip-view.tsx';

const property = {
  slug: 'quiet-dune',
  title: 'Quiet Dune',
  address: 'Gulf Drive',
  houseRules: ['No smoking'],
  checkInFrom: '16:00',
  checkOutUntil: '10:00',
  pictures: [{ src: '/media/dune/1600.jpg', alt: 'A dune', width: 3, height: 2, widths: [400], blur: '' }],
} as unknown as PropertyDetail;
const cancellation = [{ until: '2099-06-21T21:00:00.000Z', refundPercent: 100 }];
const body = {
  code: 'ABCD1234',
  status: 'confirmed',
  property: { slug: 'quiet-dune', title: 'Quiet Dune' },
  checkin: '2099-07-05',
  checkout: '2099-07-08',
  guests: 2,
  pets: 1,
  email: 'ann@guests.example',
  payments: [{ amount: 60_000 }],
  refunds: [],
  due: 0,
  dueOn: null,
  quote: { total: 60_000, currency: 'usd', lines: [], nights: [], plans: [], cancellation },
  can: ['cancel', 'askForChange', 'message'],
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

/** The page as the server renders it: its text, and its HTML. */
function render(
  more: object = {},
  home: PropertyDetail | null = property,
  result: Partial<TripOutcome> = {},
) {
  return renderPage(
    <TripView
      trip={parseTrip({ ...body, ...more })}
      property={home}
      messages={{ value: [] }}
      extras={{ offered: [], added: [] }}
      outcome={{ ...outcome, ...result }}
    />,
  );
}
const promise = 'Three days before you arrive';

test('a stay that is far away says what comes when, and links only to the street', () => {
  const { text, html } = render();
  for (const part of ['Booked, booking ABCD1234', 'See you at Quiet Dune', 'Check-in from 4 PM', promise])
    expect(text).toContain(part);
  expect(text).toContain('send them to ann@guests.example');
  expect(html).toContain('destination=Gulf+Drive');
});

test.each([
  ['address and access', { address: '17 Gulf Drive', access: 'Door code: 4711#' }],
  ['an address alone', { address: '17 Gulf Drive' }],
  ['access alone', { access: 'Door code: 4711#' }],
])('once %s is there, nothing is announced for later', (_, due) => {
  const { text } = render(due);
  for (const part of Object.values(due)) expect(text).toContain(part);
  expect(text).not.toContain(promise);
});

test('the head of a stay has the first picture of its home', () => {
  expect(render().html).toContain('/media/dune/400.avif 400w');
  expect(render({}, null).html).not.toContain('<img');
});

test('the heading of a stay can take the focus when the stay is cancelled', () => {
  expect(render().html).toMatch(/<h1 tabindex="-1"/);
});

test('a stay that is over has only the home in its heading', () => {
  expect(render({ now: '2099-07-08T20:00:00Z' }).text).toContain('See you at Quiet Dune');
  const { text } = render({ now: '2099-07-09T12:00:00Z' });
  expect(text).toContain('Your stay at Quiet Dune');
  expect(text).not.toContain('See you');
});

test('a home that is listed no longer is named by its title, without its house rules', () => {
  const { text } = render({}, null);
  expect(text).toContain('See you at Quiet Dune');
  expect(text).not.toMatch(/quiet-dune|No smoking/);
});

test('house rules that hosts changed since show the agreed ones first, then those of today', () => {
  const agreed = { houseRules: 'No pets', at: '2027-05-01T12:00:00.000Z' };
  const { text } = render({ agreed });
  expect(text.indexOf('No pets')).toBeGreaterThan(text.indexOf('House rules'));
  expect(text.indexOf('No pets')).toBeLessThan(text.indexOf('No smoking'));
  expect(text).toContain('they hold for your stay');
  expect(render({ agreed: { ...agreed, houseRules: 'No smoking' } }).text).not.toContain(
    'hold for your stay',
  );
});

test('a confirmed stay links to its guide, and 14 days before asks when the guests arrive', () => {
  const { html, text } = render({ now: '2099-06-20T12:00:00Z' });
  expect(html).toContain('href="/trips/ABCD1234/guide"');
  expect(text).not.toContain('When do you arrive?');
  const soon = render({ now: '2099-06-21T12:00:00Z', arrivalDetails: { arrivalTime: '17:30', cars: 1 } });
  expect(soon.text).toContain('When do you arrive?');
  expect(soon.html).toContain('value="17:30"');
  expect(render({ status: 'cancelled' }).html).not.toContain('/guide');
});

test('a cancelled stay shows neither directions nor a cancellation, but its money and the contact', () => {
  const cancelled = { status: 'cancelled', refunds: [{ amount: 60_000, status: 'done' }], can: [] };
  const { text } = render({ ...cancelled, address: '17 Gulf Drive' });
  for (const part of ['This stay was cancelled', '$600.00 paid, $600.00 refunded', '(850) 555-0142'])
    expect(text).toContain(part);
  expect(text).not.toMatch(/Getting there|17 Gulf Drive|If you cancel|Cancel this stay|still to pay|See you/);
});

test('a stay that has begun cannot be cancelled here', () => {
  expect(render().text).toContain('Cancel this stay');
  expect(render({ can: ['message'] }).text).not.toContain('Cancel this stay');
});

test('money stands before the way there until that is known in full, then after it', () => {
  const money = (html: string) => html.indexOf('aria-label="Price and receipt"');
  const arrival = (html: string) => html.indexOf('id="arrival-title"');
  const open = { due: 42_000, can: ['pay', 'message'] };
  for (const before of [render(open).html, render().html])
    expect(money(before)).toBeLessThan(arrival(before));
  const way = {
    address: '17 Gulf Drive',
    access: 'Code: 4711',
    wifi: { name: 'Dunes', password: 'sea oats' },
  };
  const { html, text } = render({ ...open, ...way });
  expect(money(html)).toBeGreaterThan(arrival(html));
  const parts = [
    '17 Gulf Drive',
    'Code: 4711',
    'Dunes',
    'sea oats',
    'Call (850) 555-0142',
    'Pay $420.00 now',
  ];
  const places = parts.map((part) => text.indexOf(part));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places[0]).toBeGreaterThan(0);
});

test('the open amount follows the directions, and the receipt of a paid stay is last', () => {
  const way = { address: '17 Gulf Drive', access: 'Code: 4711' };
  const order = ['id="arrival-title"', 'aria-label="Price and receipt"', 'id="companions-title"'];
  const places = (html: string) => order.map((part) => html.indexOf(part));
  const owing = places(render({ ...way, due: 42_000, can: ['pay'] }).html);
  expect(owing).toEqual(owing.toSorted((one, other) => one - other));
  const [, money, companions] = places(render(way).html);
  expect(money).toBeGreaterThan(companions ?? 0);
});

test('the link to share a stay leads to the form that makes links for companions', () => {
  const { html } = render();
  expect(html).toContain('href="#companions"');
  expect(html).toContain('<section id="companions"');
  expect(html).not.toContain('mailto:');
});

test('after the stay come the review and another stay, the message, and no word of cancelling', () => {
  const { html, text } = render({ now: '2099-07-09T12:00:00Z', can: ['message'] });
  expect(html).toContain('href="/trips/ABCD1234/review"');
  expect(html).toContain('href="/book?property=quiet-dune&amp;guests=2&amp;pets=1"');
  expect(text).toContain('Message the hosts');
  expect(text).not.toMatch(
    /If you cancel|Getting there|Check-in from|and changes|Add to calendar|comes along/,
  );
  expect(render({ now: '2099-07-08T20:00:00Z' }).text).not.toMatch(/Review your stay|Book again/);
});

test.each([
  [
    { refund: 60_000, why: 'You cancel early enough.' },
    '$600.00',
    'It goes back in the way in which you paid.',
  ],
  [{ refund: 0, why: 'It is too late.' }, '$0.00', ''],
])('without scripts the refund %o is shown before anything is cancelled', (offered, amount, way) => {
  const { text } = render({}, property, { cancellation: offered });
  for (const part of ['Cancel this stay?', amount, offered.why, way]) expect(text).toContain(part);
  expect(text.includes('It goes back')).toBe(way !== '');
});

test('a stay without its quote has neither a price list nor a word on what goes back', () => {
  expect(render().text).toContain('If you cancel');
  expect(render({ quote: undefined }).text).not.toMatch(/If you cancel|How this adds up/);
});

test('a fresh stay names the mail that confirms it only where its fate is known', () => {
  expect(render({ confirmationMail: 'on_its_way' }).html).toContain('ann@<wbr/>guests.example.</span>');
  expect(render({ confirmationMail: 'on_its_way' }).text).toContain('on its way to ann@guests.example.');
  expect(render({ confirmationMail: 'failed' }).text).toContain(
    'We could not mail your confirmation to ann@guests.example.',
  );
  expect(render().text).not.toMatch(/on its way|could not mail/);
});

test('a guest without an e-mail address is promised no mail', () => {
  const { text } = render({ email: '' });
  expect(text).toContain('stand here.');
  expect(text).not.toContain('send them');
});

test('paper has the way there, the rules and the hosts’ number, and none of the forms', () => {
  const { html } = render({ now: '2099-06-21T12:00:00Z' });
  const classOf = (id: string) => new RegExp(`<section id="${id}"[^>]*class="([^"]*)"`).exec(html)?.[1];
  for (const id of ['arrival', 'rules']) expect(classOf(id)).not.toContain('print:hidden');
  for (const id of ['arrival-details', 'companions', 'changes'])
    expect(classOf(id)).toContain('print:hidden');
  expect(html).toMatch(/print:block">Your hosts: (?:<!-- -->)?\(850\) 555-0142/);
});
