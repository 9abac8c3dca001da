import {
  bookByKeyboard,
  bookInElevenTaps,
  bookPayAndCancel,
  bookWithoutScripts,
  payWithAnotherCard,
} from './booking-journey-steps.ts';
import { freeNights } from './booking-steps.ts';
import { test } from './site.ts';

test.afterEach(freeNights);

for (const width of [390]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('a guest with a finger pays a stay in 11 taps and 5 screens', bookInElevenTaps);

    test(
      'a guest holds nights, finds them held on the way back, pays and cancels for the whole sum',
      bookPayAndCancel,
    );

    test('the same with only the keyboard', bookByKeyboard);

    test('a declined card can be followed by another, and only that one is charged', payWithAnotherCard);

    test.describe('without scripts', () => {
      test.use({ javaScriptEnabled: false });

      test('forms and links lead to the payment page', bookWithoutScripts);
    });
  });
}
