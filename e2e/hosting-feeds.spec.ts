import { test } from './admin-fixture.ts';
import { resolveDoubleBooking } from './hosting-feeds-steps.ts';

// A wrong address is rejected on purpose.
test.use({ expectedNoise: [/status of 400/] });

for (const width of [390]) {
  test(
    `a host adds a calendar, finds a stay sold twice, and moves the guest, at ${width} px`,
    resolveDoubleBooking(width),
  );
}
