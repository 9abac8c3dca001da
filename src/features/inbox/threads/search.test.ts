import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { openInboxForFile } from '../../../../test/inbox.ts';
import { messageHas } from '../../../db/search-text.server.ts';
import { findThreads } from './find-threads.server.ts';

const inbox = await openInboxForFile();
const { db } = inbox;
let inquiryId = '';
let stay = { id: '', code: '' };

beforeAll(async () => {
  inquiryId = await inbox.addInquiry({ message: 'Is the 50% pool heated?' });
  stay = await inbox.addStay({ name: 'Bea Roe', email: 'bea@guests.example' });
  await db.insertInto('threads').values({ id: stay.id, kind: 'booking' }).execute();
  await db
    .insertInto('messages')
    .values({ thread_id: stay.id, direction: 'in', author: 'Bea Roe', text: 'May we bring a dog?' })
    .execute();
});

const search = async (text: string) => {
  const { rows, total, hasMore } = await findThreads(db, { search: text }, { limit: 25, offset: 0 });
  expect([total, hasMore]).toEqual([rows.length, false]);
  return rows.map(({ id }) => (id === inquiryId ? 'inquiry' : 'booking')).sort();
};

test.each([
  ['the name of who asked', 'ann l', ['inquiry']],
  ['an address', 'BEA@guests', ['booking']],
  ['the home of an inquiry', 'sunset', ['inquiry']],
  ['the home of a booking', 'beachcomber', ['booking']],
  ['a text', 'a dog', ['booking']],
  ['what others take for a wildcard', '50%', ['inquiry']],
  ['what both have', 'guests.example', ['booking', 'inquiry']],
  ['what nobody wrote', 'cat', []],
])('a search finds %s', async (_, text, expected) => {
  expect(await search(text)).toEqual(expected);
});

test('a search finds the code of a booking', async () => {
  expect(await search(stay.code.toLowerCase())).toEqual(['booking']);
});

test.each([
  ['a name without its accents', 'jose nunez', ['inquiry']],
  ['a name with others', 'JÓSE', ['inquiry']],
  ['the digits of a phone number', '8505550199', ['inquiry']],
  ['a phone number with other signs', '(850) 555-0199', ['inquiry']],
  ['the phone number of a booking', '212 555.0142', ['booking']],
])('a search finds %s', async (_, text, expected) => {
  const id = await inbox.addInquiry({ name: 'José Núñez', phone: '+1 850 555 0199', message: 'Hi' });
  await db.updateTable('bookings').set({ phone: '+1 (212) 555-0142' }).where('id', '=', stay.id).execute();
  const { rows } = await findThreads(db, { search: text }, { limit: 25, offset: 0 });
  expect(rows.map((row) => (row.id === id ? 'inquiry' : 'booking'))).toEqual(expected);
  await db.deleteFrom('inquiries').where('id', '=', id).execute();
});

test('a search finds the code of a booking as it is dictated', async () => {
  const dictated = stay.code.replaceAll('0', 'o').replaceAll('1', 'i').toLowerCase();
  expect(await search(`${dictated.slice(0, 4)}-${dictated.slice(4)}`)).toEqual(['booking']);
});

test.each([
  ['heated', ['messages_words']],
  ['555 0123', ['messages_words', 'messages_phones']],
])('a search for %s in texts reads the indexes of their trigrams', async (words, indexes) => {
  const plan = await db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select thread_id from messages where ${messageHas(words)}`.execute(tx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  for (const index of indexes) expect(plan).toContain(index);
});

test('a search for a common word fills its pages from the newest conversations, and says that there are more', async () => {
  await sql`insert into inquiries (id, name, email, property_title, check_in, check_out, guests, message, created_at)
    select gen_random_uuid(), 'Kite Surfer', 'kite@guests.example', 'Villa', '2030-07-09', '2030-07-14', 2, 'Wind?',
      now() - n * interval '1 minute' from generate_series(1, 1100) as n`.execute(db);
  const page = (offset: number) => findThreads(db, { search: 'kite surf' }, { limit: 25, offset });
  const { rows, total, hasMore } = await page(0);
  expect([rows.length, hasMore]).toEqual([25, true]);
  expect(total).toBeGreaterThan(900);
  const last = await page(1_075);
  expect(last).toMatchObject({ total: 1_100, hasMore: false });
  expect(last.rows).toHaveLength(25);
});

test.each([
  ['a text without its accents', 'cafe zurich'],
  ['a text with others', 'CÁFÉ'],
  ['the digits of a phone number in a text', '8505550123'],
  ['a phone number in a text with other signs', '(850) 555-0123'],
  ['the end of a phone number in a text', '555 0123'],
])('a search finds %s', async (_, text) => {
  const { id } = await db
    .insertInto('messages')
    .values({
      thread_id: stay.id,
      direction: 'in',
      author: 'Bea Roe',
      text: 'We come from the Café Zürich, call +1-850-555.0123 please.',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await search(text)).toEqual(['booking']);
  await db.deleteFrom('messages').where('id', '=', id).execute();
});
