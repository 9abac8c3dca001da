import { expect, test } from 'vitest';
import type { Channel } from '../../db/schema/channel-feeds.ts';
import { newId } from '../../shared/uuid.server.ts';
import { channels, type EventKind, kindOfLabel, parseLabel } from './feed.ts';
import { isOwnUid, ownUid } from './own-uid.ts';

const host = 'pcb.example';
const id = newId();

test.each(['booking', 'block', 'event'] as const)('a UID that we gave to a %s is ours', (kind) => {
  const uid = ownUid(kind, id, host);
  expect(uid).toBe(`${kind}-${id}@${host}`);
  for (const wrapped of [uid, uid.toUpperCase(), `import:${uid}`, `${uid} 2027-07-09`, `<${uid}>;v=2`])
    expect(isOwnUid(wrapped, host), wrapped).toBe(true);
});

test.each([
  ['another site', `booking-${id}@other.example`],
  ['a site whose name begins like ours', `booking-${id}@${host}.evil.com`],
  ['a site whose name goes on', `booking-${id}@${host}2`],
  ['a site in whose pattern a dot is any letter', `booking-${id}@pcbxexample`],
  ['no id', `booking-7@${host}`],
  ['an id cut short', `booking-${id.slice(0, -1)}@${host}`],
  ['a kind that we do not export', `hold-${id}@${host}`],
  ['Airbnb', '1418fb94e984-52c7b1a9@airbnb.com'],
  ['nothing', ''],
])('a UID of %s is not ours', (_, uid) => {
  expect(isOwnUid(uid, host)).toBe(false);
});

test('a host with characters of regular expressions is matched literally', () => {
  const odd = 'a+b(c).example';
  expect(isOwnUid(ownUid('block', id, odd), odd)).toBe(true);
  expect(isOwnUid(ownUid('block', id, 'aab(c).example'), odd)).toBe(false);
});

/** Titles that the channels use; an event counts as a stay unless its title shows that hosts closed the nights. */
const summaries: [Channel, string, EventKind][] = [
  ['airbnb', 'Reserved', 'reservation'],
  ['airbnb', 'Airbnb (Not available)', 'block'],
  ['airbnb', 'Blocked', 'reservation'],
  ['vrbo', 'Sarah J.', 'reservation'],
  ['vrbo', 'Reserved - Sarah', 'reservation'],
  ['vrbo', 'Blocked', 'block'],
  ['vrbo', ' blocked by owner', 'block'],
  ['vrbo', 'Unavailable', 'block'],
  ['booking_com', 'CLOSED - Not available', 'reservation'],
  ['booking_com', 'Blocked', 'block'],
  ['booking_com', '', 'reservation'],
  ['other', 'Closed for painting', 'block'],
  ['other', 'Ann Lee', 'reservation'],
];
test.each(summaries)('an event of %s called "%s" is a %s', (channel, summary, kind) => {
  expect(kindOfLabel(parseLabel(channel, summary))).toBe(kind);
});

test('an event without a title closes its nights as a stay, on every channel', () => {
  for (const channel of channels) expect(kindOfLabel(parseLabel(channel, ''))).toBe('reservation');
});

test('a title that may be a stay or an echo is "either"; no title of Airbnb is', () => {
  const either = (text: string) => channels.filter((channel) => parseLabel(channel, text) === 'either');
  expect(either('CLOSED - Not available')).toEqual(['booking_com']);
  expect(either('Reserved')).toEqual(['vrbo', 'other']);
  expect(either('Reserved - Sarah')).toEqual([]);
});
