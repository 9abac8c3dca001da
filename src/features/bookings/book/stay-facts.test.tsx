import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ApiError } from '../../../shared/http/api-error.ts';
import type { Quote } from '../quotes/contract.server.ts';
import { loadQuote, toRejection } from './quote-outcome.ts';
import { QuotePanel } from './quote-panel.tsx';
import { CancellationTimeline, formatAge, RefundSummary } from './stay-facts.tsx';
import { partyText, stayText } from './stay-text.ts';

const quote: Quote = {
  id: '0190c2a4-0000-7000-8000-000000000001',
  expiresAt: '2027-05-01T10:30:00Z',
  property: 'a',
  checkin: '2027-07-05',
  checkout: '2027-07-10',
  guests: 2,
  pets: 1,
  nights: [5, 6, 7, 8, 9].map((day) => ({ date: `2027-07-0${day}`, price: 17_000, season: null })),
  lines: [
    { kind: 'rent', label: '5 nights', amount: 85_000 },
    { kind: 'fee', label: 'Cleaning fee', amount: 15_000 },
    { kind: 'tax', label: 'Tax', jurisdiction: 'Florida', amount: 13_120 },
  ],
  total: 113_120,
  currency: 'usd',
  perNight: 22_624,
  graceHours: 48,
  calendarsCheckedAt: null,
  plans: [
    { kind: 'full', dueNow: 113_120, dueLater: [] },
    { kind: 'deposit', dueNow: 56_560, dueLater: [{ on: '2027-06-05', amount: 56_560 }] },
  ],
  cancellation: [{ until: '2027-06-21T21:00:00Z', refundPercent: 100 }],
};

test('the total comes first and is largest, and each line is read below it', () => {
  const html = renderToStaticMarkup(<QuotePanel quote={quote} isBusy={false} formId="details" />);
  const text = html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  expect(text.match(/\$[\d,.]+/)?.[0]).toBe('$1,131.20');
  expect(html).toMatch(/text-5xl[^>]*>\$1,131\.20</);
  for (const part of ['How this adds up', 'Cleaning fee', '$131.20', 'Deposit now: $565.60', 'June 5, 2027'])
    expect(text).toContain(part);
  expect(text).toContain('100% back until June 21, 2027. All terms');
  expect(text).not.toContain('within 48 hours');
  expect(html).not.toContain('style=');
});

test('the refund steps are in the order of time, with the hour in which each ends', () => {
  const html = renderToStaticMarkup(<CancellationTimeline quote={quote} />);
  const text = html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  expect(text).toContain('within 48 hours of booking, 7 days or more before check-in');
  expect(text).toContain('100% back until June 21, 2027, 4:00 PM CDT');
});

test('a stay without a refund step names the hours with a full refund, or that rent is not refunded', () => {
  const summary = (graceHours: number) =>
    renderToStaticMarkup(<RefundSummary quote={{ cancellation: [], graceHours }} />);
  expect(summary(24)).toContain('Everything back within 24 hours of booking. ');
  expect(summary(24)).not.toContain('not refunded');
  expect(summary(0)).toContain('Rent is not refunded. ');
  const timeline = renderToStaticMarkup(
    <CancellationTimeline quote={{ cancellation: [], graceHours: 24 }} />,
  );
  expect(timeline).toContain('After that');
});

test('stays, parties and ages read as a guest says them', () => {
  expect(stayText(quote)).toBe('Mon, July 5 – Sat, July 10, 2027, 5 nights');
  expect([partyText(quote), partyText({ guests: 1, pets: 0 })]).toEqual(['2 guests, 1 pet', '1 guest']);
  expect([500, 8_000, 600_000, 7_200_000].map(formatAge)).toEqual([
    'just now',
    '8 seconds ago',
    '10 minutes ago',
    '2 hours ago',
  ]);
});

test('a rejected quote is an outcome with its reason and what is near', async () => {
  const nearest = [{ checkin: '2027-07-12', checkout: '2027-07-17', total: 110_000 }];
  const body = {
    message: 'Some of these nights are taken.',
    reason: 'dates_taken',
    nearest,
    otherProperties: [{ slug: 'b', title: 'B', total: 120_000 }],
    currency: 'usd',
  };
  const answer = async () => Response.json(body, { status: 409 });
  expect(await loadQuote({ property: 'a', checkin: 'x', checkout: 'y', guests: 1, pets: 0 }, answer)).toEqual(
    {
      rejection: body,
    },
  );
  expect(toRejection(new TypeError('offline'))).toMatchObject({ nearest: [], currency: 'usd' });
  expect(toRejection(new ApiError(429, 'Later.')).message).toBe('Later.');
});
