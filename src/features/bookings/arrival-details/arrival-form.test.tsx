import { expect, test } from 'vitest';
import { renderPage } from '../../../../test/render-page.tsx';
import type { Trip } from '../record/trip.schema.server.ts';
import { parseTrip } from '../record/trip.ts';
import { arrivalFacts, isArrivalFormOpen } from './arrival-details.ts';
import { ArrivalForm } from './arrival-form.tsx';
import { submitArrival, type UnsavedArrival } from './submit-arrival.ts';

const trip = (more: object = {}): Trip =>
  parseTrip({
    code: 'ABCD1234',
    status: 'confirmed',
    checkin: '2027-07-20',
    checkout: '2027-07-25',
    guests: 4,
    now: '2027-07-10T12:00:00Z',
    ...more,
  });

test.each([
  ['15 days before', '2027-07-05T12:00:00Z', false],
  ['14 days before', '2027-07-06T12:00:00Z', true],
  ['on the check-out day', '2027-07-26T04:59:00Z', true],
  ['after the check-out day', '2027-07-26T05:00:00Z', false],
])('the arrival form is on the trip’s page from 14 days before: %s', (_, now, isOpen) => {
  expect(isArrivalFormOpen(trip({ now }))).toBe(isOpen);
});

test('the arrival form is not there for a stay that is not confirmed, or whose page does not know the day', () => {
  expect(isArrivalFormOpen(trip({ status: 'cancelled' }))).toBe(false);
  expect(isArrivalFormOpen(trip({ now: null }))).toBe(false);
});

test('arrival facts show what the guest reported, and nothing else', () => {
  expect(arrivalFacts({})).toEqual([]);
  expect(
    arrivalFacts({ arrivalTime: '17:30', cars: 1, adults: 2, children: 1, names: ['Ann', 'Bo'] }),
  ).toEqual(['about 5:30 PM', '2 adults', '1 child', '1 car', 'Ann, Bo']);
  expect(arrivalFacts({ cars: 0, children: 0 })).toEqual(['0 children', '0 cars']);
});

const formData = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

test('a saved form leads back to the trip; empty fields are left out, and a name is a line', async () => {
  const sent: unknown[] = [];
  const api = async (_: unknown, init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body)));
    return Response.json({});
  };
  const form = formData({ arrivalTime: '17:30', cars: '', adults: '2', names: ' Ann \r\n\r\nBo' });
  const response = (await submitArrival(form, api as typeof fetch, 'ABCD1234')) as Response;
  expect(sent).toEqual([{ arrivalTime: '17:30', adults: 2, names: ['Ann', 'Bo'] }]);
  expect([response.status, response.headers.get('Location')]).toEqual([
    303,
    '/trips/ABCD1234?arrival=saved#arrival-details',
  ]);
});

test('a form that cannot be saved is shown as it was typed, with the reason and how to request a change', async () => {
  const api = async () =>
    Response.json({ message: 'Too many of you.', reason: 'too_many_people' }, { status: 400 });
  const form = formData({ arrivalTime: '17:30', cars: '1', adults: 'five', children: '9', names: 'Ann\nBo' });
  const rejected = (await submitArrival(form, api as typeof fetch, 'ABCD1234')) as unknown as {
    data: { unsaved: UnsavedArrival };
    init: { status: number };
  };
  expect(rejected.init.status).toBe(400);
  const { html, text } = renderPage(<ArrivalForm trip={trip()} unsaved={rejected.data.unsaved} />);
  for (const value of ['17:30', 'five', '9']) expect(html).toContain(`value="${value}"`);
  expect(html).toContain('Ann\nBo</textarea>');
  expect(text).toContain('Too many of you.');
  expect(html).toContain('href="#messages"');
});

test('a form with wrong fields marks them and says what is wrong', () => {
  const unsaved: UnsavedArrival = {
    typed: { arrivalTime: '', cars: '9', adults: '', children: '', names: '' },
    failure: 'Please check',
    problems: { cars: 'Please give a number from 0 to 6' },
    isTooMany: false,
  };
  const { html, text } = renderPage(<ArrivalForm trip={trip()} unsaved={unsaved} />);
  expect(html).toMatch(/id="arrival-cars"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*id="arrival-cars"/);
  expect(text).toContain('Please give a number from 0 to 6');
  expect(html).not.toContain('href="#messages"');
});
