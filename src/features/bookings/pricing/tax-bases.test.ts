import { expect, test } from 'vitest';
import { testAppForFile } from '../../../../test/app.ts';
import { addProperty, addQuote } from '../../../../test/bookings.ts';

const app = await testAppForFile();
const { db } = app.platform;

test('a price whose tax lines have no base gets it as it is stored: taxed lines and the taxes of earlier steps', async () => {
  const { id: property_id } = await addProperty(db);
  const lines = [
    { kind: 'rent', label: '5 nights', amount: 90_000 },
    { kind: 'discount', label: 'Early', amount: -5_000 },
    { kind: 'fee', label: 'Cleaning', amount: 15_000, fee: 'per_stay', isTaxed: true },
    { kind: 'fee', label: 'Kayak', amount: 9_900, fee: 'per_stay', isTaxed: false },
    { kind: 'tax', label: 'City', jurisdiction: 'City', amount: 1_000, step: 1 },
    { kind: 'tax', label: 'State', jurisdiction: 'Florida', amount: 6_060, step: 2 },
    { kind: 'tax', label: 'Surtax', jurisdiction: 'Bay County', amount: 1_010, step: 2 },
  ];
  const span = { property_id, checkin: '2031-07-01', checkout: '2031-07-06' };
  const id = await addQuote(db, span, { price: JSON.stringify({ nights: [], lines, total: 117_970 }) });
  const untaxed = JSON.stringify({ nights: [], lines: lines.slice(0, 4), total: 109_900 });
  const other = await addQuote(db, span, { price: untaxed });
  const priceOf = async (quote: string) =>
    (await db.selectFrom('quotes').select('price').where('id', '=', quote).executeTakeFirstOrThrow()).price;
  const bases = { City: 100_000, Florida: 101_000, 'Bay County': 101_000 };
  const withBases = lines.map((line) =>
    line.jurisdiction ? { ...line, base: bases[line.jurisdiction as keyof typeof bases] } : line,
  );
  expect(await priceOf(id)).toEqual({ nights: [], lines: withBases, total: 117_970 });
  expect(await priceOf(other)).toEqual(JSON.parse(untaxed));
});
