import { test } from './admin-fixture.ts';
import { approveRequest, refundMessageAndCancel } from './hosting-bookings-steps.ts';

for (const width of [390]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('a host finds a request in the list and approves it', approveRequest(width));

    test(
      'a host refunds a part of a stay, writes to its guest and cancels it',
      refundMessageAndCancel(width),
    );
  });
}
