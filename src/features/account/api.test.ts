import { expect, test } from 'vitest';
import { addBooking, addProperty } from '../../../test/bookings.ts';
import { authSite } from '../../../test/sign-in.ts';
import { newId } from '../../shared/uuid.server.ts';

const ann = 'ann@guests.example';
const eve = 'eve@guests.example';

const site = authSite('bookings, purchases, checkouts, inquiries, waitlist_entries, ');
const { newBrowser, signIn } = site;

async function insertPurchase(email: string, change: object = {}): Promise<string> {
  const { db } = site;
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

async function insertInquiry(email: string): Promise<void> {
  const stay = { property_title: 'Sunset Villa', check_in: '2026-06-10', check_out: '2026-06-17', guests: 4 };
  const contact = { name: 'Ann Lee', phone: '(850) 555-0100', message: 'Is the pool heated?' };
  await site.db
    .insertInto('inquiries')
    .values({ id: newId(), email, ...contact, ...stay })
    .execute();
}

async function insertWaitlistEntry(email: string): Promise<void> {
  const { db } = site;
  const villa = await db
    .selectFrom('properties')
    .select('id')
    .where('slug', '=', 'sunset-villa')
    .executeTakeFirstOrThrow();
  await db.insertInto('waitlist_entries').values({ id: newId(), property_id: villa.id, email }).execute();
}

test('purchases paid without an account appear after sign-in with the same address, newest first', async () => {
  const productId = await insertPurchase(ann);
  const expires_at = new Date('2026-06-02T10:00:00Z');
  await insertPurchase(ann, { purchased_at: new Date('2026-05-02T10:00:00Z'), status: 'ended', expires_at });
  const browser = await signIn(ann);
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

test('only paid stays are in the purchase history', async () => {
  const { db } = site;
  await insertPurchase(ann);
  const { id } = await addProperty(db, { title: 'The Lookout' });
  const stay = { property_id: id, email: ann };
  const booked = { ...stay, confirmed_at: new Date('2026-05-01T10:00:00Z') };
  await addBooking(db, { ...booked, code: 'STAYS001', checkin: '2099-07-09', checkout: '2099-07-14' });
  await addBooking(db, {
    ...booked,
    code: 'STAYS002',
    status: 'cancelled',
    checkin: '2099-07-09',
    checkout: '2099-07-11',
  });
  await addBooking(db, {
    ...stay,
    code: 'STAYS003',
    status: 'held',
    checkin: '2099-08-09',
    checkout: '2099-08-14',
  });
  const browser = await signIn(ann);
  const history = await (await browser.request('GET', '/api/purchased-products')).json();
  expect(
    history.map(({ bookingCode = null, status }: object & Record<string, unknown>) => [bookingCode, status]),
  ).toEqual(
    expect.arrayContaining([
      ['STAYS001', 'active'],
      ['STAYS002', 'cancelled'],
      [null, 'active'],
    ]),
  );
  expect(history).toHaveLength(3);
  expect(history[0]).toMatchObject({ productId: id, price: 60_000, currency: 'usd' });
  expect(history[0].name).toContain('The Lookout, July 9, 2099 to July ');
});

test('T-14: purchased-products returns nothing of another user', async () => {
  await insertPurchase(ann);
  const otherUser = await signIn(eve);
  for (const query of ['', `?email=${ann}`, `?userId=${ann}`])
    expect(await (await otherUser.request('GET', `/api/purchased-products${query}`)).json()).toEqual([]);
  expect((await newBrowser().request('GET', '/api/purchased-products')).status).toBe(401);
});

test('the export contains everything stored about the user and nothing of others', async () => {
  for (const email of [ann, eve]) {
    await insertPurchase(email);
    await insertInquiry(email);
    await insertWaitlistEntry(email);
  }
  await signIn(eve);
  const browser = await signIn(ann);
  const response = await browser.request('GET', '/api/users/me/data');
  expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="my-data.json"');
  expect(response.headers.get('Cache-Control')).toBe('private, no-store, no-transform');
  const text = await response.text();
  expect(text).not.toContain(eve);
  expect(JSON.parse(text)).toMatchObject({
    account: { email: ann, role: 'guest', google: null },
    sessions: [{ method: 'code', current: true }],
    passkeys: [],
    purchases: [{ product: 'A week at the beach', amount: 17_500, customerName: 'Ann Lee' }],
    inquiries: [{ name: 'Ann Lee', checkin: '2026-06-10', message: 'Is the pool heated?' }],
    notifyList: [{ property: 'Sunset Villa', notifiedAt: null }],
  });
  expect(text).not.toMatch(/hash|token|stripe/i);
});

test('T-34: deleting an account ends all sessions and anonymizes its purchases', async () => {
  for (const email of [ann, eve]) {
    await insertPurchase(email);
    await insertInquiry(email);
    await insertWaitlistEntry(email);
  }
  const phone = await signIn(ann);
  const desk = await signIn(ann);
  const deletedUser = await desk.me();
  expect(await (await desk.request('DELETE', '/api/users/me')).json()).toEqual({ success: true });
  expect([...desk.jar.keys()]).toEqual([]);
  expect(await phone.me()).toBeNull();
  expect((await phone.request('GET', '/api/sessions')).status).toBe(401);

  const { rows } = await site.app.platform.pool.query(
    `select to_jsonb(t) as row from (select * from purchases) t
     union all select to_jsonb(t) from inquiries t union all select to_jsonb(t) from users t`,
  );
  const stored = JSON.stringify(rows.filter(({ row }) => row.email !== eve));
  expect(stored).not.toMatch(/ann@guests|Ann Lee|555-0100|pool heated/);
  expect(stored).toContain('17500');
  expect(rows.filter(({ row }) => row.email === eve)).toHaveLength(2);

  const again = await signIn(ann);
  expect(await again.me()).not.toMatchObject({ id: (deletedUser as unknown as { id: string }).id });
  expect(await (await again.request('GET', '/api/purchased-products')).json()).toEqual([]);
});

test('export and deletion reject anonymous visitors', async () => {
  const browser = newBrowser();
  expect((await browser.request('GET', '/api/users/me/data')).status).toBe(401);
  expect((await browser.request('DELETE', '/api/users/me')).status).toBe(401);
});

test('deleting an account anonymizes audit log and trash', async () => {
  const host = await signIn('host@example.com');
  const guest = await signIn(ann);
  await insertInquiry(ann);
  await insertInquiry(ann);
  await insertInquiry(eve);
  const { data } = (await (await host.request('GET', '/api/tables/inquiries')).json()) as {
    data: { id: string; email: string }[];
  };
  for (const { id } of data)
    await host.request('PUT', `/api/tables/inquiries/${id}`, { json: { status: 'answered' } });
  const deleted = data.find(({ email }) => email === ann);
  await host.request('DELETE', `/api/tables/inquiries/${deleted?.id}`);
  await guest.request('DELETE', '/api/users/me');
  const countMentions = async (email: string) => {
    const { rows } = await site.app.platform.pool.query(
      `select (select count(*) from audit_log where after::text like $1) as past,
         (select count(*) from deleted_rows where row::text like $1) as trash`,
      [`%${email}%`],
    );
    return rows[0];
  };
  expect(await countMentions(ann)).toEqual({ past: 0, trash: 0 });
  expect(await countMentions(eve)).toEqual({ past: 1, trash: 0 });
  await host.request('DELETE', '/api/users/me');
  const { rows } = await site.app.platform.pool.query('select actor_email, actor_id from audit_log');
  expect(rows).toEqual([{ actor_email: 'Deleted account', actor_id: null }]);
});

test('deleting an account deletes only the queued mail to the user, and takes the user out of mail to the hosts', async () => {
  const guest = await signIn(ann);
  await inquire(ann);
  await inquire(eve);
  expect((await site.app.queuedMail()).filter((mail) => JSON.stringify(mail).includes(ann))).toHaveLength(3);
  await guest.request('DELETE', '/api/users/me');
  const remaining = await site.app.queuedMail();
  expect(remaining.filter((mail) => JSON.stringify(mail).includes(ann))).toEqual([]);
  expect(remaining).toHaveLength(3);
});

/** Submits the form, which queues mails to the hosts and the guest. */
const inquire = (email: string) =>
  site.app.request('POST', '/api/forms/submit', {
    json: {
      formId: 'booking_inquiry',
      name: 'Ann Lee',
      email,
      guests: 2,
      property: 'Sunset Villa',
      checkin: '2030-06-10',
      checkout: '2030-06-17',
    },
  });
