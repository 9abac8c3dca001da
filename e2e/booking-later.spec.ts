import { payAfterApproval, payDepositAndBalance, test } from './booking-later-steps.ts';
import { freeNights, setMode } from './booking-steps.ts';

test.afterEach(freeNights);

for (const width of [390]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test.describe('a home whose hosts approve stays', () => {
      test.beforeAll(() => setMode('request'));
      test.afterAll(() => setMode('instant'));

      test('is requested, approved, and paid through the mailed link', payAfterApproval);
    });

    test('a deposit is paid now, and the balance from the same card on its day', payDepositAndBalance);
  });
}
