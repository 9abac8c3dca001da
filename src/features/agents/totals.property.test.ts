import fc from 'fast-check';
import { expect, test } from 'vitest';
import { callTool, connectAgent } from '../../../test/agent-client.ts';
import { testAppForFile } from '../../../test/app.ts';
import { addProperty } from '../../../test/bookings.ts';
import { agentFetch } from '../../../test/mcp.ts';
import { cents, dateWithin, nightRuleColumns, orNull } from '../../../test/price-rules.ts';
import { runs } from '../../../test/runs.ts';
import { addDays } from '../../shared/nights.ts';

const app = await testAppForFile({
  now: () => new Date('2027-05-20T17:00:00Z'),
  consumeLimit: async () => {},
});
const { db, settings } = app.platform;

const stays = runs(1000);
const homes = 12;
const concurrency = 10;
const seed = 20270520;

const property = fc.record({
  ...nightRuleColumns,
  guests_included: fc.integer({ min: 1, max: 8 }),
  deposit_percent: fc.integer({ min: 20, max: 100 }),
});

/** Homes with rules, fees, discounts and seasons of their own. @returns their slugs */
async function addHomes(): Promise<string[]> {
  const slugs: string[] = [];
  for (const columns of fc.sample(property, { numRuns: homes, seed })) {
    const { id, slug } = await addProperty(db, { ...columns, guests: 8, max_pets: 2 });
    slugs.push(slug);
    const [amount = 1] = fc.sample(cents(30_000), { numRuns: 1, seed: seed + slugs.length });
    const fee = (kind: 'per_stay' | 'per_night' | 'per_pet_per_stay' | 'per_extra_guest_per_night') => ({
      property_id: id,
      label: kind,
      kind,
      amount_cents: amount,
      is_taxed: amount % 2 === 0,
    });
    const kinds = ['per_stay', 'per_night', 'per_pet_per_stay', 'per_extra_guest_per_night'] as const;
    await db
      .insertInto('fees')
      .values(
        kinds
          .filter((_, index) => (amount >> index) % 2 === 0)
          .map(fee)
          .concat(fee('per_stay')),
      )
      .execute();
    await db
      .insertInto('rates')
      .values({ property_id: id, name: 'Summer', first_night: '2027-06-20', nightly_cents: amount + 10_000 })
      .execute();
    await db
      .insertInto('discounts')
      .values({ property_id: id, kind: 'length_of_stay', from_nights: 5, percent: 7.5 })
      .execute();
  }
  await db.insertInto('promo_codes').values({ code: 'RANDOM', percent: 12.5 }).execute();
  return slugs;
}

const stayOf = (slugs: string[]) =>
  fc
    .record({
      property: fc.constantFrom(...slugs),
      checkin: dateWithin(0, 60),
      nights: fc.integer({ min: 1, max: 12 }),
      guests: fc.integer({ min: 1, max: 9 }),
      pets: orNull(fc.integer({ min: 0, max: 3 })),
      isPromoted: fc.boolean(),
    })
    .map(({ nights, pets, isPromoted, ...stay }) => ({
      ...stay,
      checkout: addDays(stay.checkin, nights),
      ...(pets !== null && { pets }),
      ...(isPromoted && { promoCode: 'RANDOM' }),
    }));

test(`prices of ${stays} random stays equal those of the page, line by line, or are rejected for the same reason`, async () => {
  const slugs = await addHomes();
  const client = await connectAgent(settings.appUrl, { fetch: agentFetch(app) });
  const sample = fc.sample(stayOf(slugs), { numRuns: stays, seed });
  let sold = 0;
  const compare = async (stay: (typeof sample)[number]) => {
    const [tool, response] = await Promise.all([
      callTool(client, 'get_quote', stay),
      app.request('POST', '/api/quotes', { json: stay }),
    ]);
    const page = (await response.json()) as Record<string, unknown>;
    if (response.status !== 201) {
      const [words, details] = tool.text.split('\n');
      const { reason, nearest, otherProperties } = JSON.parse(details ?? '{}');
      expect([tool.isError, words]).toEqual([true, page.message]);
      expect({ reason, nearest, otherProperties }).toEqual({
        reason: page.reason,
        nearest: page.nearest,
        otherProperties: page.otherProperties,
      });
      return;
    }
    sold += 1;
    expect(tool.content).toMatchObject({ ...page, id: expect.any(String) });
  };
  for (let from = 0; from < stays; from += concurrency)
    await Promise.all(sample.slice(from, from + concurrency).map(compare));
  expect(sold).toBeGreaterThan(stays / 5);
}, 120_000);
