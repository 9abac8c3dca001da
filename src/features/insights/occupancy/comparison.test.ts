import { expect, test } from 'vitest';
import { basis, changeInPercent, changeInPoints, formatShare } from './comparison.ts';
import { addSums, noSums, toFigures } from './figures.ts';

const sums = (more: Partial<ReturnType<typeof noSums>> = {}) => ({ ...noSums(), ...more });

test('figures that are sums add up, and shares follow from the sums', () => {
  const total = noSums();
  addSums(
    total,
    sums({ nightsOnSale: 30, directNights: 3, rent: 1_000, stays: 2, stayNights: 5, daysAhead: 21 }),
  );
  const airbnb = { airbnb: 4, vrbo: 0, booking_com: 0, other: 0 };
  addSums(total, sums({ nightsOnSale: 10, channelNights: airbnb, cancellations: 1 }));
  expect(toFigures(total)).toEqual({
    nightsOnSale: 40,
    nightsSold: 7,
    directNights: 3,
    channelNights: airbnb,
    occupancy: 0.175,
    rent: 1_000,
    extras: 0,
    averageNightlyRate: 333,
    revenuePerNight: 25,
    averageStay: 2.5,
    averageDaysAhead: 10.5,
    cancellations: 1,
  });
});

test('occupancy is at most all nights on sale, and none where nothing was', () => {
  const occupancy = (nightsOnSale: number, directNights: number) =>
    toFigures(sums({ nightsOnSale, directNights })).occupancy;
  expect(occupancy(60, 30)).toBe(0.5);
  expect(occupancy(30, 31)).toBe(1);
  expect(occupancy(0, 3)).toBeNull();
});

test('changes are worded by their direction, in percent or points', () => {
  expect(changeInPercent(112, 100)).toEqual({ direction: 'more', text: '12% more' });
  expect(changeInPercent(88, 100)).toEqual({ direction: 'less', text: '12% less' });
  expect(changeInPercent(100, 100)).toEqual({ direction: 'same', text: 'as much' });
  expect(changeInPercent(100, 0)).toBeNull();
  expect(changeInPercent(null, 100)).toBeNull();
  expect(changeInPoints(0.64, 0.56)).toEqual({ direction: 'more', text: '8 points more' });
  expect(changeInPoints(0.55, 0.56)).toEqual({ direction: 'less', text: '1 point less' });
  expect(changeInPoints(0.561, 0.56)).toEqual({ direction: 'same', text: 'as much' });
  expect(changeInPoints(0.5, null)).toBeNull();
});

test('months to come are compared with the books of this day, past ones with last year', () => {
  const figures = toFigures(noSums());
  const [lastYear, onTheBooks] = [
    { ...figures, rent: 2 },
    { ...figures, rent: 1 },
  ];
  const compared = { ...figures, lastYear, onTheBooks };
  expect(basis(compared, true)).toBe(onTheBooks);
  expect(basis(compared, false)).toBe(lastYear);
});

test('shares are whole percents, with a dash where nothing was on sale', () => {
  expect([0.644, 0, null].map(formatShare)).toEqual(['64%', '0%', '–']);
});
