import fc from 'fast-check';
import { expect, test } from 'vitest';
import { priceRules, stay as stays } from '../../../../test/price-rules.ts';
import { runs } from '../../../../test/runs.ts';
import { cappedPrice } from './capped-price.ts';
import { priceStay } from './price-stay.ts';

const today = '2027-05-01';

test('cappedPrice takes the least off the rent that keeps the total within the limit', () => {
  fc.assert(
    fc.property(priceRules, stays, fc.integer({ min: 0, max: 500_000 }), (rules, stay, maxTotal) => {
      const full = priceStay(rules, stay, today);
      const fees = priceStay(rules, stay, today, null, full.total).total;
      const price = cappedPrice(rules, stay, today, { promo: null, maxTotal });
      expect(price.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(price.total);
      if (full.total <= maxTotal) {
        expect(price).toEqual(full);
        return;
      }
      expect(price.total).toBeLessThanOrEqual(Math.max(maxTotal, fees));
      const off = -(price.lines.find(({ label }) => label === 'At no extra cost')?.amount ?? 0);
      if (fees <= maxTotal)
        expect(priceStay(rules, stay, today, null, off - 1).total).toBeGreaterThan(maxTotal);
    }),
    { numRuns: runs(1_000) },
  );
});
