import { expect, test } from 'vitest';
import { bookingInquirySchema } from '../../inquiries/inquiry/inquiry.schema.ts';
import { anyProperty } from '../../inquiries/inquiry/inquiry.ts';
import { toHomeForm } from './home-form.ts';

const form = bookingInquirySchema(['Sunset Villa', 'The Beachcomber', 'Steps to Beach']);

test('the form on a home’s page names this home and any, and no other', () => {
  const own = toHomeForm(form, 'The Beachcomber');
  expect(own.properties.property?.enum).toEqual(['The Beachcomber', anyProperty]);
  expect(Object.keys(own.properties)).toEqual(Object.keys(form.properties));
  expect(own.required).toEqual(form.required);
});

test('a form that does not name the home stays as it is', () => {
  expect(toHomeForm(form, 'Another Home')).toBe(form);
});
