import { afterEach, expect, test } from 'vitest';
import { addBooking } from '../../../test/bookings.ts';
import { cookieBrowser } from '../../../test/cookie-browser.ts';
import { inDays, openStaysForFile } from '../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../test/sign-in.ts';
import { newId } from '../../shared/uuid.server.ts';

const stays = await openStaysForFile();
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
const { id: property_id, slug } = await stays.addProperty();

const setOpen = async (isOpen: boolean) => {
  await stays.db
    .updateTable('site_settings')
    .set({ opened_at: isOpen ? new Date() : null })
    .execute();
  stays.platform.content.clear();
};
afterEach(() => setOpen(true));

const dates = (from: number) => ({ checkin: inDays(from), checkout: inDays(from + 3) });
const guest = { name: 'Bea Roe', email: 'bea@guests.example', phone: '+1 850 555 0111' };
const party = { guests: 2, pets: 0 };
const expectClosed = async (response: Response) =>
  expect([response.status, (await response.json()).reason]).toEqual([409, 'site_closed']);
const rows = async () => ({
  bookings: (await stays.db.selectFrom('bookings').select('id').execute()).length,
  attempts: (await stays.db.selectFrom('payment_attempts').select('id').execute()).length,
  checkouts: (await stays.db.selectFrom('checkouts').select('id').execute()).length,
  offers: (await stays.db.selectFrom('offers').select('id').execute()).length,
});

test('on a closed site nothing new is held, offered, approved or paid, by hosts included', async () => {
  const hold = await stays.hold(slug, {}, 60);
  const quote = await stays.quote(slug, 70);
  const offered = await host.request('POST', '/api/admin/offers', {
    json: {
      property: slug,
      ...dates(80),
      ...party,
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    },
  });
  const { url } = await offered.json();
  const { code } = await addBooking(stays.db, {
    property_id,
    ...dates(90),
    status: 'requested',
    hold_expires_at: new Date(Date.now() + 3_600_000),
  });
  const product = await stays.db.selectFrom('products').select('id').executeTakeFirstOrThrow();
  await setOpen(false);
  const before = await rows();
  const agreed = { houseRules: true, cancellation: true };
  const details = { ...guest, plan: 'full', agreed };
  await expectClosed(
    await host.request('POST', '/api/bookings', {
      json: { quoteId: quote.id, ...details },
      headers: { 'Idempotency-Key': newId() },
    }),
  );
  await expectClosed(await stays.act(hold, 'checkout'));
  await expectClosed(
    await host.request('POST', `/api/offers/${url.split('/').at(-1)}/bookings`, { json: details }),
  );
  await expectClosed(
    await host.request('POST', '/api/admin/offers', {
      json: {
        property: slug,
        ...dates(100),
        ...party,
        expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
      },
    }),
  );
  await expectClosed(
    await host.request('POST', '/api/admin/bookings', {
      json: { property: slug, ...dates(110), ...party, ...guest, payment: { kind: 'link' } },
    }),
  );
  await expectClosed(await host.request('POST', `/api/admin/bookings/${code}/approve`, { json: {} }));
  await expectClosed(
    await host.request('POST', '/api/create-checkout-session', {
      json: {
        products: [{ productId: product.id, quantity: 1 }],
        successRouter: '/checkout/success',
        cancelRouter: '/checkout/cancel',
      },
    }),
  );
  expect(await rows()).toEqual(before);
  const declined = await host.request('POST', `/api/admin/bookings/${code}/decline`, {
    json: { reason: '' },
  });
  expect(declined.status).toBe(200);
});

test('on a closed site hosts book by phone what is paid elsewhere, and a guest pays the balance', async () => {
  const home = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  const booked = await stays.confirmed(home.slug, { plan: 'deposit' }, 60);
  await setOpen(false);
  const phone = await host.request('POST', '/api/admin/bookings', {
    json: {
      property: home.slug,
      ...dates(120),
      ...party,
      ...guest,
      payment: { kind: 'elsewhere', how: 'Check', amount: 100 },
    },
  });
  expect(phone.status).toBe(201);
  expect((await stays.act(booked, 'checkout')).status).toBe(200);
});
