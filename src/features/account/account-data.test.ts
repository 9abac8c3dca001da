import { randomBytes } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { addBooking, addProperty, addQuote } from '../../../test/bookings.ts';
import { authSite, type Browser } from '../../../test/sign-in.ts';
import { hostAddresses } from '../../platform/mail/host-addresses.server.ts';
import { newId } from '../../shared/uuid.server.ts';
import { newBookingNotice } from '../bookings/emails/host-emails.server.ts';
import { loadEmailData } from '../bookings/emails/load-email-data.server.ts';
import { queueBookingMail } from '../bookings/emails/queue-booking-mail.server.ts';
import { anonymizeDue } from '../bookings/record/anonymize-store.server.ts';
import { bookingById } from '../bookings/record/bookings-store.server.ts';
import { alarmHosts } from '../inbox/threads/alarm.server.ts';
import { receiveMessage, sendAutomatic, storeFloodNote } from '../inbox/threads/messages.server.ts';

/* Everything that the site stores about a guest: all of it is in the export, and none of it outlives the account. */

const ann = 'ann@guests.example';
const eve = 'eve@guests.example';
const site = authSite('bookings, inquiries, waitlist_entries, messages, threads, audit_log, deleted_rows, ');
const { newBrowser, signIn } = site;
let property: { id: string; slug: string };
beforeEach(async () => {
  property = await addProperty(site.db, { title: `The Lookout of ${newId()}` });
});

const send = async (path: string, json: object) => {
  const response = await site.app.request('POST', path, { json });
  expect([path, response.status]).toEqual([path, path === '/api/waitlist' ? 201 : 200]);
};

/** Leaves something of a guest in every place where a guest can leave it. */
async function leaveTraces(email: string, name: string): Promise<void> {
  const { db } = site;
  const contact = { name, email, phone: '+1 850 555 0177' };
  const property = await addProperty(db);
  const { id: booking_id } = await addBooking(db, {
    property_id: property.id,
    checkin: '2026-03-01',
    checkout: '2026-03-05',
    ...contact,
    note: `A cot for ${name}, please`,
    arrival_details: JSON.stringify({ cars: 1, names: [name] }),
    client_key: `network of ${email}`,
  });
  const cart = { label: 'Beach cart', amount_cents: 4_500, unit_cents: 4_500, by: 'guest' };
  const charge = { label: 'A glass', amount_cents: 1_500, unit_cents: 1_500, by: 'host@example.com' };
  await db
    .insertInto('booking_extras')
    .values([
      { booking_id, ...cart, status: 'open', created_at: new Date('2026-02-01T00:00:00Z') },
      { booking_id, ...charge, status: 'paid', reason: `${name} broke it` },
    ])
    .execute();
  await db
    .insertInto('booking_companions')
    .values({ id: newId(), booking_id, name: `Sister of ${name}`, token_hash: randomBytes(32) })
    .execute();
  await send('/api/forms/submit', {
    formId: 'booking_inquiry',
    elapsedMs: 60_000,
    guests: 2,
    property: 'Sunset Villa',
    ...contact,
    checkin: '2026-06-10',
    checkout: '2026-06-17',
    message: `A question of ${name}`,
  });
  const nights = { checkin: '2026-07-01', checkout: '2026-07-05' };
  await db
    .insertInto('waitlist_entries')
    .values({ id: newId(), property_id: property.id, email, ...nights, guests: 3 })
    .execute();
  const { id: inquiry_id } = await db
    .selectFrom('inquiries')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('messages')
    .values({
      thread_id: inquiry_id,
      direction: 'in',
      author: name,
      author_email: email,
      text: `Greetings, ${name}`,
      original_text: `Greetings, ${name}, ${email}`,
    })
    .execute();
  await db
    .insertInto('offers')
    .values({
      id: newId(),
      token_hash: randomBytes(32),
      inquiry_id,
      email,
      note: `For ${name}`,
      quote_id: await addQuote(db, { property_id: property.id, ...nights }),
      created_by: 'host@example.com',
      expires_at: new Date('2026-06-01T00:00:00Z'),
    })
    .execute();
}

/** The names of all tables with a row that holds one of the texts. */
async function tablesWith(...texts: string[]): Promise<string[]> {
  const { pool } = site.app.platform;
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'graphile_worker')`,
  );
  const tables: string[] = [];
  for (const { name } of rows) {
    const pattern = texts.map((text) => `%${text}%`);
    const { rowCount } = await pool.query(
      `select from ${name} as t where to_jsonb(t)::text ilike any($1) limit 1`,
      [pattern],
    );
    if (rowCount) tables.push(name);
  }
  return tables.sort();
}

const exported = async (browser: Browser) =>
  (await browser.request('GET', '/api/users/me/data')).json() as Promise<Record<string, object[]>>;

test('the export names who wrote each message: automatic ones by the site are the hosts’, and notes to hosts are left out', async () => {
  const browser = await signIn(ann);
  await leaveTraces(ann, 'Ann Lee');
  const { ctx } = site.app;
  const { id } = await site.db
    .selectFrom('inquiries')
    .select('id')
    .where('email', '=', ann)
    .executeTakeFirstOrThrow();
  await site.db.transaction().execute(async (tx) => {
    await sendAutomatic(ctx, tx, id, {
      id: newId(),
      subject: 'Your stay',
      text: 'Your stay begins soon',
      mailed: 'Your stay begins soon',
      link: { label: 'Your stay', url: 'https://beach.example/trips/1' },
      access: {},
    });
    for (const [authorEmail, text] of [
      [ann, 'I am away'],
      ['host@example.com', 'The office is closed'],
    ] as const)
      await receiveMessage(ctx, tx, id, { author: 'Out of office', authorEmail, text, isAutomatic: true });
    await storeFloodNote(ctx, tx, id);
  });
  const messages = (await exported(browser)).messages as { from: string; text: string }[];
  const authors = messages.map(({ from, text }) => [text, from]);
  expect(Object.fromEntries(authors)).toEqual({
    'A question of Ann Lee': 'guest',
    'Greetings, Ann Lee': 'guest',
    'Your stay begins soon': 'hosts',
    'I am away': 'guest',
    'The office is closed': 'hosts',
  });
});

test('the export lists the nights that a guest waits for, and for how many guests', async () => {
  const browser = await signIn(ann);
  await leaveTraces(ann, 'Ann Lee');
  const { notifyList } = await exported(browser);
  expect(notifyList).toMatchObject([{ checkin: '2026-07-01', checkout: '2026-07-05', guests: 3 }]);
});

test('the export has the stays of a guest with contact and note, extras, charges and companions, messages and offers', async () => {
  const browser = await signIn(ann);
  await leaveTraces(ann, 'Ann Lee');
  await leaveTraces(eve, 'Eve Ray');
  const data = await exported(browser);
  expect(data.bookings).toMatchObject([
    {
      name: 'Ann Lee',
      phone: '+1 850 555 0177',
      note: 'A cot for Ann Lee, please',
      arrivalDetails: { cars: 1, names: ['Ann Lee'] },
      total: 60_000,
    },
  ]);
  const [{ code }] = data.bookings as [{ code: string }];
  expect(data.extras).toMatchObject([
    { booking: code, label: 'Beach cart', quantity: 1, amount: 4_500, status: 'open' },
    { booking: code, label: 'A glass', amount: 1_500, status: 'paid', reason: 'Ann Lee broke it' },
  ]);
  expect(data.companions).toMatchObject([{ booking: code, name: 'Sister of Ann Lee', endedAt: null }]);
  expect(data.inquiries).toMatchObject([{ message: 'A question of Ann Lee', guests: 2 }]);
  expect(data.messages).toMatchObject([
    { from: 'guest', author: 'Ann Lee', text: 'A question of Ann Lee' },
    { from: 'guest', author: 'Ann Lee', text: 'Greetings, Ann Lee' },
  ]);
  expect(data.offers).toMatchObject([{ note: 'For Ann Lee', checkin: '2026-07-01', total: 60_000 }]);
  expect(JSON.stringify(data)).not.toMatch(/Eve Ray|eve@/);
});

test('no table holds anything of a guest whose account is deleted, and nothing of another is lost', async () => {
  const browser = await signIn(ann);
  await signIn(eve);
  await leaveTraces(ann, 'Ann Lee');
  await leaveTraces(eve, 'Eve Ray');
  const before = await tablesWith(eve, 'Eve Ray');
  expect(before).toEqual(expect.arrayContaining(['public.bookings', 'public.inquiries', 'public.users']));
  expect((await browser.request('DELETE', '/api/users/me')).status).toBe(200);
  // Codes count for the quota of their address, for a day.
  expect(await tablesWith(ann, 'Ann Lee')).toEqual(['public.login_codes']);
  expect(await tablesWith(eve, 'Eve Ray')).toEqual(before);
});

test('a deleted account leaves no conversation of an inquiry that hosts have put in the trash', async () => {
  const browser = await signIn(ann);
  await leaveTraces(ann, 'Ann Lee');
  const { id } = await site.db
    .selectFrom('inquiries')
    .select('id')
    .where('email', '=', ann)
    .executeTakeFirstOrThrow();
  const host = await signIn('host@example.com');
  expect((await host.request('DELETE', `/api/tables/inquiries/${id}`)).status).toBe(200);
  expect((await browser.request('DELETE', '/api/users/me')).status).toBe(200);
  expect(await tablesWith(ann, 'Ann Lee')).toEqual(['public.login_codes']);
});

test('a stay to come keeps its contact until it is over, and then loses it', async () => {
  const browser = await signIn(ann);
  const span = { property_id: property.id, checkin: '2026-05-20', checkout: '2026-05-25' };
  const { id } = await addBooking(site.db, { ...span, email: ann, phone: '+1 850 555 0177', note: 'Late' });
  await browser.request('DELETE', '/api/users/me');
  const contact = () =>
    site.db
      .selectFrom('bookings')
      .select(['name', 'email', 'phone', 'note', 'total_cents'])
      .where('id', '=', id)
      .executeTakeFirst();
  const stored = { name: 'Ann Lee', email: ann, phone: '+1 850 555 0177', note: 'Late', total_cents: 60_000 };
  expect(await contact()).toEqual(stored);
  await anonymizeDue(site.db, '2026-05-25');
  expect(await contact()).toEqual(stored);
  await anonymizeDue(site.db, '2026-05-26');
  expect(await contact()).toEqual({
    name: 'Deleted',
    email: 'deleted@account.invalid',
    phone: '',
    note: '',
    total_cents: 60_000,
  });
});

test.each(['message', 'change'] as const)(
  'the text of a %s that a guest wrote about a stay goes with the stay of a deleted account',
  async (kind) => {
    const browser = await signIn(ann);
    const span = { property_id: property.id, checkin: '2026-05-20', checkout: '2026-05-25' };
    const { code } = await addBooking(site.db, { ...span, email: ann });
    const json = { text: 'My daughter Zoe is allergic to nuts', kind };
    expect((await browser.request('POST', `/api/bookings/${code}/messages`, { json })).status).toBe(201);
    await browser.request('DELETE', '/api/users/me');
    await anonymizeDue(site.db, '2026-05-26');
    expect(await tablesWith('Zoe')).not.toContain('public.booking_events');
    expect(await tablesWith('Zoe')).not.toContain('public.messages');
  },
);

test('hosts get mails about a guest who deletes the account before they are sent, without personal data', async () => {
  const browser = await signIn(ann);
  await leaveTraces(ann, 'Ann Lee');
  const span = { property_id: property.id, checkin: '2026-05-20', checkout: '2026-05-25' };
  const booking = await addBooking(site.db, {
    ...span,
    email: ann,
    name: 'Ann Lee',
    phone: '+1 850 555 0177',
  });
  const json = { text: 'My daughter Zoe is allergic to nuts', kind: 'message' };
  const sent = await browser.request('POST', `/api/bookings/${booking.code}/messages`, { json });
  expect(sent.status).toBe(201);
  site.passTime(21 * 3_600_000);
  await alarmHosts(site.app.ctx);
  const stay = await bookingById(site.db, booking.id);
  await site.db.transaction().execute(async (tx) => {
    const data = await loadEmailData(site.app.ctx, tx, stay);
    await queueBookingMail(site.app.ctx, tx, stay.id, 'new', newBookingNotice(data, { note: 'For Zoe' }));
  });
  const toHosts = async () => {
    const mails = await site.app.queuedMail();
    const hosts = hostAddresses(site.app.platform.settings);
    return mails.filter(({ to }) => hosts.includes(to.address)).map(({ key }) => key);
  };
  const before = await toHosts();
  expect(before.map((key) => key.split('-')[0])).toEqual(
    expect.arrayContaining(['inquiry', 'notice', 'alarm', 'new']),
  );
  expect((await browser.request('DELETE', '/api/users/me')).status).toBe(200);
  expect(await toHosts()).toEqual(before);
  expect(await tablesWith(ann, 'Ann Lee', '555 0177', 'Zoe')).not.toContain('graphile_worker._private_jobs');
});

test('a deletion that fails half-way deletes nothing and leaves the guest signed in', async () => {
  const browser = await signIn(ann);
  await leaveTraces(ann, 'Ann Lee');
  const before = await tablesWith(ann, 'Ann Lee');
  const { pool } = site.app.platform;
  await pool.query(`create function deny_deletion() returns trigger language plpgsql as
    $$ begin raise exception 'no deletion'; end $$`);
  await pool.query('create trigger deny before delete on users execute function deny_deletion()');
  vi.spyOn(site.app.platform.log, 'error').mockImplementation(() => {});
  try {
    expect((await browser.request('DELETE', '/api/users/me')).status).toBe(500);
  } finally {
    await pool.query('drop trigger deny on users; drop function deny_deletion()');
  }
  expect(await tablesWith(ann, 'Ann Lee')).toEqual(before);
  expect(await browser.me()).toMatchObject({ email: ann });
  expect((await browser.request('DELETE', '/api/users/me')).status).toBe(200);
});

test('an account deleted concurrently in two browsers is deleted once, without an error', async () => {
  const [desk, phone] = [await signIn(ann), await signIn(ann)];
  const statuses = await Promise.all(
    [desk, phone].map(async (browser) => (await browser.request('DELETE', '/api/users/me')).status),
  );
  expect(statuses.every((status) => [200, 401].includes(status))).toBe(true);
  expect(statuses).toContain(200);
  expect(await site.db.selectFrom('users').select('id').execute()).toEqual([]);
});

test('a guest who signs in again after deleting the account begins with nothing, under a new id', async () => {
  const browser = await signIn(ann);
  await leaveTraces(ann, 'Ann Lee');
  const { id } = (await browser.me()) as unknown as { id: string };
  await browser.request('DELETE', '/api/users/me');
  const again = await signIn(ann);
  expect(await again.me()).not.toMatchObject({ id });
  expect(await exported(again)).toMatchObject({
    purchases: [],
    inquiries: [],
    bookings: [],
    extras: [],
    companions: [],
    messages: [],
    offers: [],
    notifyList: [],
    passkeys: [],
  });
  expect(await newBrowser().me()).toBeNull();
});
