import { expect, test } from 'vitest';
import { fillPlaceholders, placeholderValues, templateProblem } from './placeholders.ts';

const thread = {
  guestName: 'Ann Lee',
  propertyTitle: 'Sunset Villa',
  checkin: '2030-07-09',
  checkout: '2030-07-14',
  guests: 4,
  bookingCode: '7K3MQ2XA',
};
const values = placeholderValues(thread, 'Hanna');

test('every placeholder is filled', () => {
  const text = '{guest}|{home}|{dates}|{checkin}|{checkout}|{guests}|{code}|{host}';
  expect(fillPlaceholders(text, values)).toEqual({
    problem: null,
    text: 'Ann Lee|Sunset Villa|July 9, 2030 to July 14, 2030|July 9, 2030|July 14, 2030|4|7K3MQ2XA|Hanna',
  });
});

test('placeholders of bookings are filled for a booking, and named as missing elsewhere', () => {
  const text = '{trip} {guide} {wifi} {access} {checkin_time} {checkout_time} {open_balance} {review}';
  const stay = {
    trip: 't',
    guide: 'g',
    wifi: 'w',
    access: '',
    checkin_time: '4 PM',
    checkout_time: '10 AM',
    open_balance: '$0.00',
    review: 'r',
  };
  expect(fillPlaceholders(text, placeholderValues(thread, '', stay))).toEqual({
    problem: null,
    text: 't g w  4 PM 10 AM $0.00 r',
  });
  expect(fillPlaceholders(text, values).problem).toBe(
    'There is nothing to put in place of {trip} in this conversation',
  );
});

test('placeholders in a value are not filled, and other braces of a reply are text', () => {
  const odd = { ...values, guest: '{code}' };
  expect(fillPlaceholders('{ guest } {} {1} { a b } }{', odd)).toEqual({
    text: '{code} {} {1} { a b } }{',
    problem: null,
  });
});

test('a name that is no greeting becomes "there"', () => {
  expect(placeholderValues({ ...thread, guestName: 'http://spam.example' }, '').guest).toBe('there');
});

test.each([
  '{gest}',
  '{Guest}',
  '{toString}',
  '{wifi2}',
  '{check-in}',
  '{check in}',
  '{}',
  '{  guest }',
  '{a\nb}',
])('%j is no placeholder of a template', (text) => {
  expect(templateProblem(`Hello {guest}, a ${text} b`)).toBe(
    `There is no placeholder ${text}; there are {guest}, {home}, {checkin}, {checkout}, {dates}, {guests}, {code}, {trip}, {guide}, {wifi}, {access}, {checkin_time}, {checkout_time}, {open_balance}, {review}, {host}`,
  );
});

test.each(['Hello', '{guest}{ home }{dates }', '{{guest}}', '{home', 'home}', '} {'])(
  'a template may say %j',
  (text) => {
    expect(templateProblem(text)).toBeNull();
  },
);

test('an unknown placeholder that is very long is named by its beginning', () => {
  const [named] = templateProblem(`{${'-'.repeat(5_000)}}`)?.split(';') ?? [];
  expect(named).toBe(`There is no placeholder {${'-'.repeat(59)}`);
});
