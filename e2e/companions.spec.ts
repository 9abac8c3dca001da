import { shareGuide } from './companions-steps.ts';
import { deleteMovedHomes } from './guide-steps.ts';
import { test } from './site.ts';

test.afterAll(deleteMovedHomes);

test.describe('companions with scripts', () => {
  test.use({ expectedNoise: [/the server responded with a status of 40[04]/] });

  test(
    'open the guide by a link of their own, see no price, and lose it when the guest ends it',
    shareGuide(true),
  );
});
