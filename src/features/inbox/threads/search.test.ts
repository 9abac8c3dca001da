import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { openInboxForFile } from '../../../../test/inbox.ts';
import { countThreads, listThreads } from './store.server.ts';

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
  const rows = await listThreads(db, { search: text }, { limit: 25, offset: 0 });
  expect(await countThreads(db, { search: text })).toBe(rows.length);
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

test('a search in texts reads the index of their trigrams', async () => {
  const plan = await db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select thread_id from messages where text ilike '%heated%'`.execute(tx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toContain('messages_words');
});
