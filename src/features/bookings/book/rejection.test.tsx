import { expect, test } from 'vitest';
import { renderPage } from '../../../../test/render-page.tsx';
import { Rejection } from './rejection.tsx';

const none = { nearest: [], otherProperties: [], currency: 'usd' };
const search = { checkin: '2027-07-05', checkout: '2027-07-08', guests: 2, pets: 0 };
const property = { title: 'Dune', slug: 'dune', isComingSoon: false, bookingMode: 'instant' as const };
const render = (rejection: { reason?: 'too_short'; message: string }) =>
  renderPage(
    <Rejection
      rejection={{ ...rejection, ...none }}
      takesFocus={false}
      search={search}
      property={property}
    />,
  );

test('a price that did not come is not laid at the door of the stay', () => {
  expect(render({ message: 'Please wait.' }).text).toContain('There is no price yet');
  expect(render({ reason: 'too_short', message: 'Too short.' }).text).toContain('this stay needs a change');
});

test('why a stay is not sold is announced', () => {
  expect(render({ reason: 'too_short', message: 'Too short.' }).html).toMatch(/role="alert".*Too short\./s);
});
