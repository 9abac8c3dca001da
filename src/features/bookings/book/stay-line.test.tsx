import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { StayDates, StayLine } from './stay-line.tsx';

const stay = { checkin: '2027-07-05', checkout: '2027-07-10' };

/** The parts that a line does not break while it has another place to break. */
const partsOf = (html: string): string[] =>
  html
    .split(/<[^>]*>/)
    .map((part) => part.trim())
    .filter(Boolean);

test('a stay is one line that breaks between its dates, nights and party', () => {
  const html = renderToStaticMarkup(<StayLine stay={stay} party={{ guests: 4, pets: 1 }} />);
  expect(partsOf(html)).toEqual(['Mon, July 5 –', 'Sat, July 10, 2027,', '5 nights,', '4 guests, 1 pet']);
});

test('the text after a stay is part of its line, and dates without it end without a comma', () => {
  const line = renderToStaticMarkup(<StayLine stay={stay} more={['check-in from 4 PM']} />);
  expect(partsOf(line).slice(-2)).toEqual(['5 nights,', 'check-in from 4 PM']);
  const dates = renderToStaticMarkup(<StayDates stay={stay} />);
  expect(partsOf(dates)).toEqual(['Mon, July 5 –', 'Sat, July 10, 2027']);
});
