import { bookPayAndCancel } from '../booking-journey-steps.ts';
import { freeNights } from '../booking-steps.ts';
import { test } from '../site.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test.afterEach(freeNights);

test(
  'a guest finds nights, holds and pays them in 3 screens and 9 fields, and cancels for the whole sum, at 1440 px',
  bookPayAndCancel,
);
