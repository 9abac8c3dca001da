import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { toPlainText } from '../../../platform/mail/email-content.server.ts';
import { newId } from '../../../shared/uuid.server.ts';

const stays = await openStaysForFile();
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
const policy = { id: newId(), name: 'Open', grace_hours: 0 };
const steps = JSON.stringify([{ days_before: 1, refund_percent: 100 }]);
await stays.db
  .insertInto('cancellation_policies')
  .values({ ...policy, steps })
  .execute();

const hosts = (code: string, action: string, json: object) =>
  host.request('POST', `/api/admin/bookings/${code}/${action}`, { json });

let guests = 0;
/** A stay of $600.00 by phone, of which so much was paid by check; its guest is signed in. */
async function byPhone(amount: number) {
  guests += 1;
  const email = `check-${guests}@guests.example`;
  const { slug } = await stays.addProperty({ cancellation_policy_id: policy.id });
  const stay = { property: slug, checkin: inDays(60), checkout: inDays(63), guests: 2, pets: 0 };
  const guest = { name: 'Bea Roe', email, phone: '+1 850 555 0111' };
  const payment = { kind: 'elsewhere', how: 'Check 1042', amount };
  const response = await host.request('POST', '/api/admin/bookings', {
    json: { ...stay, ...guest, payment },
  });
  expect(response.status).toBe(201);
  const { code } = await response.json();
  return { code, guest: await signedInBrowser(stays, email, cookieBrowser(stays)) };
}
const cancelledMail = async (code: string) => {
  const mails = await stays.queuedMail();
  const mail = mails.find(
    ({ to, subject }) =>
      subject.startsWith('Cancelled: ') && subject.includes(code) && to.address.startsWith('check-'),
  );
  return mail?.content ? toPlainText(mail.content) : '';
};

test('a guest who paid by check and cancels is not promised a refund to a card', async () => {
  const { code, guest } = await byPhone(60_000);
  const figure = await (await guest.request('GET', `/api/bookings/${code}/cancellation`)).json();
  expect(figure).toMatchObject({ refund: 60_000, paid: 60_000, percent: 100 });
  const response = await guest.request('POST', `/api/bookings/${code}/cancel`, { json: { refund: 60_000 } });
  expect(await response.json()).toMatchObject({ status: 'cancelled', paid: 0, due: 0 });
  const text = await cancelledMail(code);
  expect(text).toContain('We refund $600.00 in the way in which you paid.');
  expect(text).not.toContain('to the card you paid with');
  expect(await stays.ledger(code)).toEqual(['charge 60000', 'refund 60000']);
});

test('the refund of a stay paid by check and by card is divided, and its mail names no single method', async () => {
  const { code, guest } = await byPhone(25_000);
  const { url } = await (await guest.request('POST', `/api/bookings/${code}/checkout`)).json();
  await stays.step(stays.sessionOf(url), 'complete');
  await stays.run();
  expect((await hosts(code, 'cancel', { refund: 50_000, reason: 'A storm' })).status).toBe(200);
  const text = await cancelledMail(code);
  expect(text).toContain('We refund $500.00 in the way in which you paid.');
  const { id } = await stays.stored(code);
  const rows = await stays.db
    .selectFrom('payments')
    .select(['method', 'amount_cents'])
    .where('booking_id', '=', id)
    .where('kind', '=', 'refund')
    .orderBy('method')
    .execute();
  expect(rows).toEqual([
    { method: 'card', amount_cents: 35_000 },
    { method: 'elsewhere', amount_cents: 15_000 },
  ]);
});

test('a guest who paid by card reads that it goes to the card', async () => {
  const { slug } = await stays.addProperty({ cancellation_policy_id: policy.id });
  const placed = await stays.confirmed(slug, { email: 'check-card@guests.example' });
  expect((await stays.act(placed, 'cancel', { refund: 60_000 })).status).toBe(200);
  expect(await cancelledMail(placed.code)).toContain('We refund $600.00 to the card you paid with.');
});

test('hosts cancel with no more than what is left after an earlier refund, whichever way it was paid', async () => {
  const { code } = await byPhone(60_000);
  const part = { amount: 20_000, reason: 'Noise' };
  expect((await hosts(code, 'refund', part)).status).toBe(200);
  const tooMuch = await hosts(code, 'cancel', { refund: 40_001, reason: '' });
  expect([tooMuch.status, (await tooMuch.json()).fields]).toEqual([
    400,
    { refund: 'That is more than what is left' },
  ]);
  expect((await stays.stored(code)).status).toBe('confirmed');
  expect(await cancelledMail(code)).toBe('');
  expect((await hosts(code, 'cancel', { refund: 40_000, reason: '' })).status).toBe(200);
  expect(await stays.ledger(code)).toEqual(['charge 60000', 'refund 20000', 'refund 40000']);
});
