import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { hostsDay } from './calls.ts';
import type { Today, TodayStay } from './contract.server.ts';
import { StayLists } from './stay-lists.tsx';
import type { Task } from './task.ts';
import { TaskList } from './task-list.tsx';

const now = Date.parse('2027-07-09T15:00:00Z');
const render = (element: ReactElement) => renderToStaticMarkup(<MemoryRouter>{element}</MemoryRouter>);
const textIn = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+([,)])/g, '$1')
    .replace(/\s+/g, ' ');

const day = async (more: object): Promise<Today> =>
  hostsDay.read({
    fetch: async () => Response.json({ today: '2027-07-09', readAt: '2027-07-09T15:00:00Z', ...more }),
  });
const stay = (more: Partial<TodayStay> = {}): TodayStay => ({
  code: 'ABCD1234',
  channel: null,
  property: { slug: 'a', title: 'The Beachcomber' },
  name: 'Ann Lee',
  checkin: '2027-07-09',
  checkout: '2027-07-12',
  checkInFrom: '16:00',
  checkOutUntil: '10:30',
  phone: '+1 (850) 555-0100',
  guests: 3,
  pets: 1,
  isReady: true,
  arrivalDetails: {},
  ...more,
});

test('a server that sends no lists leaves them empty, in one line', async () => {
  const today = await day({});
  expect(today).toMatchObject({ arrivals: [], holds: [], coming: [], timeZone: 'America/Chicago' });
  const text = textIn(render(<StayLists today={today} />));
  expect(text.trim()).toBe('Nobody arrives or leaves today.');
});

test('a response that is no day is an error with a message', async () => {
  const fetch = async () => Response.json('no day');
  await expect(hostsDay.read({ fetch })).rejects.toThrow('Today could not be loaded');
});

test('an arrival names guest, party, home and time, and its phone can be called', async () => {
  const html = render(<StayLists today={await day({ arrivals: [stay()] })} />);
  expect(textIn(html)).toContain('Ann Lee, 3 guests, 1 pet');
  expect(textIn(html)).toContain('The Beachcomber · from 4 PM, until July 12, 2027');
  expect(html).toContain('href="tel:+18505550100"');
  expect(html).toContain('href="/admin/bookings/ABCD1234"');
});

test('a stay of another channel has no link and no details', async () => {
  const foreign = stay({ code: null, channel: 'vrbo', name: '', phone: '', guests: null, pets: 0 });
  const html = render(<StayLists today={await day({ departures: [foreign] })} />);
  expect(textIn(html)).toContain('A guest of Vrbo');
  expect(textIn(html)).toContain('until 10:30 AM');
  expect(html).not.toMatch(/href="|\d guests/);
});

test('lists without anybody are folded, one by one or together, until the next guest comes or goes', async () => {
  const at = (date: string, more: object = {}) => ({ date, arrivals: [], departures: [], ...more });
  const coming = [at('2027-07-10'), at('2027-07-11'), at('2027-07-12', { departures: [stay()] })];
  const text = textIn(render(<StayLists today={await day({ coming })} />));
  expect(text).toContain('Nobody arrives or leaves until Monday, July 12.');
  const busy = textIn(render(<StayLists today={await day({ coming, arrivals: [stay()] })} />));
  expect(busy).toContain('Nobody leaves today. No other guests are in the homes.');
  expect(busy).not.toContain('Nobody arrives');
  const quiet = textIn(render(<StayLists today={await day({ coming: coming.slice(0, 2) })} />));
  expect(quiet.trim()).toBe('Nobody arrives or leaves until Sunday, July 11 at least.');
  expect(text).toContain('Monday, July 12 Ann Lee leaves The Beachcomber (10:30 AM)');
  expect(text).not.toContain('July 11');
});

test('a task has one action, its clock and its urgency as text', () => {
  const task: Task = {
    key: '1',
    kind: 'request',
    urgency: 'soon',
    title: 'Ann Lee asks to book A',
    detail: '3 nights',
    phone: 'javascript:alert(1)',
    deadline: '2027-07-09T16:30:00Z',
    to: '/admin/bookings/A',
    action: 'Approve',
  };
  const html = render(<TaskList tasks={[task]} now={now} complete={() => {}} />);
  expect(textIn(html)).toContain('Soon');
  expect(textIn(html)).toContain('1 hour 30 minutes left');
  expect(html).toContain('href="tel:1"');
  expect(html.match(/href="\/admin/g)).toHaveLength(1);
});
