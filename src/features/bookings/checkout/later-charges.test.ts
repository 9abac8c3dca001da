import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { inDays, openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { anyEmail } from '../../../../test/shop.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { hasCardForLater } from '../record/booking.ts';

const stays = await openStaysForFile();
const consent = { agreed: { houseRules: true, cancellation: true, laterCharges: true } };
const hasCard = async ({ code }: Placed) => hasCardForLater(await stays.stored(code));

test('a guest’s consent to later charges is stored in the booking with its text, and the card of the payment page is stored', async () => {
  const { slug } = await stays.addProperty();
  const placed = await stays.hold(slug, consent);
  const session = await stays.stripe.checkout.sessions.retrieve(stays.sessionOf(placed.checkoutUrl));
  expect(session.customer_creation).toBe('always');
  await stays.step(session.id, 'complete');
  const trip = await stays.readConfirmed(placed);
  expect(trip.agreed.laterCharges).toBe('My card may be charged for what I order later');
  expect(await hasCard(placed)).toBe(true);
});

test.each([{}, { laterCharges: false }])(
  'a guest who agrees to %o only has no card that may be charged',
  async (more) => {
    const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
    const agreed = { houseRules: true, cancellation: true, ...more };
    const full = await stays.confirmed(slug, { agreed });
    const deposit = await stays.confirmed(slug, { agreed, plan: 'deposit' }, 80);
    for (const placed of [full, deposit]) {
      expect((await stays.read(placed)).agreed).not.toHaveProperty('laterCharges');
      expect(await hasCard(placed)).toBe(false);
    }
    expect((await stays.stored(full.code)).stripe_customer_id).toBeNull();
  },
);

test('consent to later charges is true or false', async () => {
  const { slug } = await stays.addProperty();
  const { id } = await stays.quote(slug);
  const response = await stays.book(id, { agreed: { ...consent.agreed, laterCharges: 'yes' } });
  expect(response.status).toBe(400);
  expect((await response.json()).fields).toEqual({ agreed: 'Later charges must be true or false' });
});

test('a repeated key with another consent is another booking', async () => {
  const { slug } = await stays.addProperty();
  const { id } = await stays.quote(slug);
  const [key, email] = [newId(), anyEmail()];
  const from = '198.51.100.77';
  const json = { quoteId: id, name: 'Ann Lee', email, phone: '+1 850 555 0100', plan: 'full', ...consent };
  const book = (more: object) =>
    stays.request('POST', '/api/bookings', {
      json: { ...json, ...more },
      headers: { 'Idempotency-Key': key },
      from,
    });
  const placed = await (await book({})).json();
  expect((await (await book({})).json()).code).toBe(placed.code);
  expect((await book({ agreed: { houseRules: true, cancellation: true } })).status).toBe(409);
});

test('the open amount after a move is not charged to a card that is stored for later orders', async () => {
  const { slug } = await stays.addProperty();
  const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
  const placed = await stays.confirmed(slug, consent);
  const json = { checkin: inDays(60), checkout: inDays(65) };
  const moved = await host.request('POST', `/api/admin/bookings/${placed.code}/move`, { json });
  expect(await moved.json()).toMatchObject({ due: 40_000, dueOn: inDays(1), hasCard: false });
  await stays.set(placed.code, { balance_due_on: inDays(-1) });
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000']);
});
