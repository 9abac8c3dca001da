import { expect, expectTypeOf, test } from 'vitest';

import { parseForm } from '../../../shared/forms/parse-form.ts';
import { validateForm } from '../../../shared/forms/validate.ts';
import { type BookingInquiry, bookingInquirySchema } from './inquiry.schema.ts';
import { anyProperty } from './inquiry.ts';

const titles = ['Kid-Friendly, Steps to Beach + Pools, Sleeps 6', 'The Beachcomber', 'Sunset Villa'];
const schema = bookingInquirySchema(titles);
const inquiry = {
  name: 'Ann Lee',
  email: 'ann@example.com',
  property: 'Sunset Villa',
  checkin: '2026-06-10',
  checkout: '2026-06-17',
  guests: 4,
};

test('the property choices are the titles in order, then any property, without duplicates', () => {
  expect(schema.properties.property.enum).toEqual([...titles, anyProperty]);
  expect(bookingInquirySchema([anyProperty]).properties.property.enum).toEqual([anyProperty]);
});

test('the fields have their specified titles', () => {
  expect(Object.values(schema.properties).map((field) => field.title)).toEqual([
    'Name',
    'Email',
    'Phone',
    'Property',
    'Check-in',
    'Check-out',
    'Guests',
    'Message',
  ]);
});

test('an empty form reports every required field', () => {
  expect(validateForm(schema, {})).toEqual({
    name: 'Name is required',
    email: 'Email is required',
    property: 'Property is required',
    checkin: 'Check-in is required',
    checkout: 'Check-out is required',
    guests: 'Guests is required',
  });
});

test('phone and message may be missing or empty', () => {
  expect(parseForm(schema, inquiry)).toEqual(inquiry);
  expect(parseForm(schema, { ...inquiry, phone: ' ', message: '' })).toEqual({
    ...inquiry,
    phone: '',
    message: '',
  });
});

test.each([
  ['name', 'A', 'Name must be at least 2 characters'],
  ['name', 'A'.repeat(101), 'Name cannot exceed 100 characters'],
  ['name', 'Ann\r\nBcc: x@example.com', 'Name is not valid'],
  ['email', 'ann@example.com, eve@example.com', 'Email is not a valid email'],
  ['phone', '5'.repeat(41), 'Phone cannot exceed 40 characters'],
  ['property', 'The White House', 'Property must be one of the valid options'],
  ['checkin', '2026-02-30', 'Check-in must be a valid date'],
  ['checkout', 'tomorrow', 'Check-out must be a valid date'],
  ['guests', 0, 'Guests cannot be less than 1'],
  ['guests', 13, 'Guests cannot be greater than 12'],
  ['guests', 2.5, 'Guests must be an integer'],
  ['message', 'x'.repeat(5001), 'Message cannot exceed 5000 characters'],
])('%s %j is rejected with its message', (field, value, message) => {
  expect(validateForm(schema, { ...inquiry, [field]: value })).toEqual({ [field]: message });
});

test('the schema gives the type of an inquiry', () => {
  expectTypeOf<BookingInquiry['guests']>().toEqualTypeOf<number>();
  expectTypeOf<BookingInquiry['phone']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<BookingInquiry['property']>().toEqualTypeOf<string>();
});
