import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { cookieBrowser } from '../../../test/cookie-browser.ts';
import { signedInBrowser } from '../../../test/sign-in.ts';
import { newId } from '../../shared/uuid.server.ts';

const ann = 'ann@guests.example';
const eve = 'eve@guests.example';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(() =>
  app.platform.pool.query(
    'truncate users, sessions, login_codes, purchases, checkouts, inquiries, waitlist_entries, rate_limits, graphile_worker._private_jobs cascade',
  ),
);
afterAll(() => app.close());

async function bought(email: string, change: object = {}): Promise<string> {
  const { db } = app.platform;
  const product = await db.selectFrom('products').selectAll().executeTakeFirstOrThrow();
  const id = newId();
  const common = {
    product_id: product.id,
    product_name: 'A week at the beach',
    currency: 'usd',
    type: 'payment' as const,
  };
  await db
    .insertInto('checkouts')
    .values({
      ...common,
      id,
      unit_amount_cents: 17_500,
      quantity: 1,
      status: 'complete',
      stripe_session_id: `cs_${id}`,
      expires_at: new Date(),
    })
    .execute();
  await db
    .insertInto('purchases')
    .values({
      ...common,
      id,
      checkout_id: id,
      stripe_session_id: `cs_${id}`,
      amount_cents: 17_500,
      email,
      customer_name: 'Ann Lee',
      purchased_at: new Date('2026-04-01T10:00:00Z'),
      ...change,
    })
    .execute();
  return product.id;
}

async function inquired(email: string): Promise<void> {
  const stay = { property_title: 'Sunset Villa', check_in: '2026-06-10', check_out: '2026-06-17', guests: 4 };
  const words = { name: 'Ann Lee', phone: '(850) 555-0100', message: 'Is the pool heated?' };
  await app.platform.db
    .insertInto('inquiries')
    .values({ id: newId(), email, ...words, ...stay })
    .execute();
}

async function waitsForVilla(email: string): Promise<void> {
  const { db } = app.platform;
  const villa = await db
    .selectFrom('properties')
    .select('id')
    .where('slug', '=', 'sunset-villa')
    .executeTakeFirstOrThrow();
  await db.insertInto('waitlist_entries').values({ id: newId(), property_id: villa.id, email }).execute();
}

test('purchases paid without an account appear after sign-in with the same address, the newest first', async () => {
  const productId = await bought(ann);
  const expires_at = new Date('2026-06-02T10:00:00Z');
  await bought(ann, { purchased_at: new Date('2026-05-02T10:00:00Z'), status: 'ended', expires_at });
  const browser = await signedInBrowser(app, ann);
  const response = await browser.request('GET', '/api/purchased-products');
  expect(response.headers.get('Cache-Control')).toBe('private, no-store');
  const purchase = { productId, name: 'A week at the beach', price: 17_500, currency: 'usd' };
  expect(await response.json()).toEqual([
    {
      ...purchase,
      purchaseDate: '2026-05-02T10:00:00.000Z',
      expiresAt: '2026-06-02T10:00:00.000Z',
      status: 'ended',
    },
    { ...purchase, purchaseDate: '2026-04-01T10:00:00.000Z', status: 'active' },
  ]);
});

test('T-14: nobody sees what another person has bought', async () => {
  await bought(ann);
  const stranger = await signedInBrowser(app, eve);
  for (const query of ['', `?email=${ann}`, `?userId=${ann}`])
    expect(await (await stranger.request('GET', `/api/purchased-products${query}`)).json()).toEqual([]);
  expect((await cookieBrowser(app).request('GET', '/api/purchased-products')).status).toBe(401);
});

test('a person takes along everything that is kept about them, and nothing of anybody else', async () => {
  for (const email of [ann, eve]) {
    await bought(email);
    await inquired(email);
    await waitsForVilla(email);
  }
  await signedInBrowser(app, eve);
  const browser = await signedInBrowser(app, ann);
  const response = await browser.request('GET', '/api/users/me/data');
  expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="my-data.json"');
  expect(response.headers.get('Cache-Control')).toBe('private, no-store');
  const text = await response.text();
  expect(text).not.toContain(eve);
  expect(JSON.parse(text)).toMatchObject({
    account: { email: ann, role: 'guest', google: null },
    sessions: [{ method: 'code', current: true }],
    passkeys: [],
    purchases: [{ product: 'A week at the beach', amount: 17_500, customerName: 'Ann Lee' }],
    inquiries: [{ name: 'Ann Lee', checkin: '2026-06-10', message: 'Is the pool heated?' }],
    notifyList: [{ property: 'Sunset Villa', toldAt: null }],
  });
  expect(text).not.toMatch(/hash|token|stripe/i);
});

test('T-34: a deleted account is gone everywhere at once; the books keep the purchase without the person', async () => {
  for (const email of [ann, eve]) {
    await bought(email);
    await inquired(email);
    await waitsForVilla(email);
  }
  const phone = await signedInBrowser(app, ann);
  const desk = await signedInBrowser(app, ann);
  const earlier = await desk.me();
  expect(await (await desk.request('DELETE', '/api/users/me')).json()).toEqual({ success: true });
  expect([...desk.jar.keys()]).toEqual([]);
  expect(await phone.me()).toBeNull();
  expect((await phone.request('GET', '/api/sessions')).status).toBe(401);

  const { rows } = await app.platform.pool.query(
    `select to_jsonb(t) as row from (select * from purchases) t
     union all select to_jsonb(t) from inquiries t union all select to_jsonb(t) from users t`,
  );
  const kept = JSON.stringify(rows.filter(({ row }) => row.email !== eve));
  expect(kept).not.toMatch(/ann@guests|Ann Lee|555-0100|pool heated/);
  expect(kept).toContain('17500');
  expect(rows.filter(({ row }) => row.email === eve)).toHaveLength(2);

  const again = await signedInBrowser(app, ann);
  expect(await again.me()).not.toMatchObject({ id: (earlier as unknown as { id: string }).id });
  expect(await (await again.request('GET', '/api/purchased-products')).json()).toEqual([]);
});

test('neither download nor deletion is for anonymous visitors', async () => {
  const browser = cookieBrowser(app);
  expect((await browser.request('GET', '/api/users/me/data')).status).toBe(401);
  expect((await browser.request('DELETE', '/api/users/me')).status).toBe(401);
});

test('deleting the account takes the person out of what the admin keeps of changed and deleted rows', async () => {
  const host = await signedInBrowser(app, 'host@example.com');
  const person = await signedInBrowser(app, ann);
  await inquired(ann);
  await inquired(ann);
  await inquired(eve);
  const { data } = (await (await host.request('GET', '/api/tables/inquiries')).json()) as {
    data: { id: string; email: string }[];
  };
  for (const { id } of data)
    await host.request('PUT', `/api/tables/inquiries/${id}`, { json: { status: 'answered' } });
  const deleted = data.find(({ email }) => email === ann);
  await host.request('DELETE', `/api/tables/inquiries/${deleted?.id}`);
  await person.request('DELETE', '/api/users/me');
  const keeps = async (email: string) => {
    const { rows } = await app.platform.pool.query(
      `select (select count(*) from audit_log where after::text like $1) as past,
         (select count(*) from deleted_rows where row::text like $1) as trash`,
      [`%${email}%`],
    );
    return rows[0];
  };
  expect(await keeps(ann)).toEqual({ past: 0, trash: 0 });
  expect(await keeps(eve)).toEqual({ past: 1, trash: 0 });
  await host.request('DELETE', '/api/users/me');
  const { rows } = await app.platform.pool.query('select actor_email, actor_id from audit_log');
  expect(rows).toEqual([{ actor_email: 'Deleted account', actor_id: null }]);
});

test('deleting the account drops the mail that still waits to the person and about them, and no other', async () => {
  const person = await signedInBrowser(app, ann);
  await inquire(ann);
  await inquire(eve);
  expect((await app.queuedMail()).filter((mail) => JSON.stringify(mail).includes(ann))).toHaveLength(3);
  await person.request('DELETE', '/api/users/me');
  const left = await app.queuedMail();
  expect(left.filter((mail) => JSON.stringify(mail).includes(ann))).toEqual([]);
  expect(left).toHaveLength(2);
});

/** Sends the form, with its mails to the hosts and back. */
const inquire = (email: string) =>
  app.request('POST', '/api/forms/submit', {
    json: {
      ...{ formId: 'booking_inquiry', name: 'Ann Lee', email, guests: 2, property: 'Sunset Villa' },
      ...{ checkin: '2030-06-10', checkout: '2030-06-17' },
    },
  });
