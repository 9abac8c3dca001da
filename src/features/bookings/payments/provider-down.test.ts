import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { inDays, openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';

/* Every call that needs the card provider says so while it is down, changes nothing, and works later. */

const stays = await openStaysForFile();
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
const hosts = (path: string, json: object = {}) => host.request('POST', `/api/admin/${path}`, { json });
const dates = (from: number) => ({ checkin: inDays(from), checkout: inDays(from + 3) });
const home = async (more: object = {}) => (await stays.addProperty(more)).slug;

/** A confirmed stay whose guest has the page of the balance open. */
async function withBalancePage(): Promise<Placed> {
  const slug = await home({ deposit_percent: 30, balance_due_days: 30 });
  const placed = await stays.confirmed(slug, { plan: 'deposit' });
  expect((await stays.act(placed, 'checkout')).status).toBe(200);
  return placed;
}

interface Call {
  code: string;
  send(): Promise<Response>;
  /** The status of the booking once it went through. */
  after: string;
}

const calls: Record<string, () => Promise<Call>> = {
  async 'opening a payment page'() {
    const placed = await stays.hold(await home());
    await stays.step(stays.sessionOf(placed.checkoutUrl), 'expire');
    return { code: placed.code, send: () => stays.act(placed, 'checkout'), after: 'held' };
  },
  async 'letting a hold go'() {
    const placed = await stays.hold(await home());
    return { code: placed.code, send: () => stays.act(placed, 'release'), after: 'released' };
  },
  async 'a guest’s cancellation'() {
    const placed = await withBalancePage();
    return { code: placed.code, send: () => stays.act(placed, 'cancel', { refund: 0 }), after: 'cancelled' };
  },
  async 'a cancellation by the hosts'() {
    const { code } = await withBalancePage();
    return {
      code,
      send: () => hosts(`bookings/${code}/cancel`, { refund: 0, reason: '' }),
      after: 'cancelled',
    };
  },
  async 'a move'() {
    const { code } = await withBalancePage();
    return { code, send: () => hosts(`bookings/${code}/move`, dates(90)), after: 'confirmed' };
  },
  async 'withdrawing an offer that its guest pays'() {
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const offer = { property: await home(), ...dates(60), guests: 2, holdNights: true, expiresAt };
    const { id, token } = await (await hosts('offers', offer)).json();
    const guest = { name: 'Cay Doe', email: 'cay@guests.example', phone: '+1 850 555 0122', plan: 'full' };
    const agreed = { houseRules: true, cancellation: true };
    const taken = await cookieBrowser(stays).request('POST', `/api/offers/${token}/bookings`, {
      json: { ...guest, agreed },
    });
    const { code } = await taken.json();
    return { code, send: () => hosts(`offers/${id}/withdraw`), after: 'released' };
  },
};

const faults = {
  'answers 500': { apiStatus: 500 },
  'cuts every answer off': { apiReset: true },
};
const inOrder = { apiStatus: null, apiReset: false };
const all = Object.entries(calls).flatMap(([name, make]) =>
  Object.entries(faults).map(([fault, set]) => ({ name, make, fault, set })),
);

test.each(all)(
  '$name is unavailable while the provider $fault, changes nothing, and works later',
  async ({ make, set }) => {
    const { code, send, after } = await make();
    const before = await stays.stored(code);
    const ledger = await stays.ledger(code);
    await stays.faults(set);
    const response = await send();
    await stays.faults(inOrder);
    const body = await response.json();
    expect(
      [response.status, body.code, Number(response.headers.get('Retry-After')) > 0],
      JSON.stringify(body),
    ).toEqual([503, 'unavailable', true]);
    expect(body.message).toMatch(/try again/);
    const { updated_at: _, hold_expires_at: __, ...unchanged } = before;
    expect(await stays.stored(code)).toMatchObject(unchanged);
    expect(await stays.ledger(code)).toEqual(ledger);
    expect((await send()).status).toBe(200);
    expect((await stays.stored(code)).status).toBe(after);
  },
);

test('actions without the provider work while it is down: requests, approvals, messages and refunds that are paid later', async () => {
  const placed = await stays.confirmed(await home());
  const slug = await home({ booking_mode: 'request' });
  await stays.faults({ apiStatus: 500 });
  const requested = await stays.hold(slug);
  expect(requested.status).toBe('requested');
  expect((await hosts(`bookings/${requested.code}/approve`)).status).toBe(200);
  expect((await hosts(`bookings/${placed.code}/message`, { text: 'Hello' })).status).toBe(200);
  expect((await hosts(`bookings/${placed.code}/refund`, { amount: 5_000, reason: 'Noise' })).status).toBe(
    200,
  );
  expect(await stays.read(placed)).toMatchObject({
    refunds: [{ amount: 5_000, status: 'pending' }],
  });
  await stays.faults({ apiStatus: null });
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000']);
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000', 'refund 5000']);
  expect(await stays.read(placed)).toMatchObject({ refunds: [{ amount: 5_000, status: 'done' }] });
});
