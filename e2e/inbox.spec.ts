import { test } from './admin-fixture.ts';
import { answerInquiry } from './inbox-steps.ts';

// A rejected reply is logged on the console, too.
test.use({
  expectedNoise: [/Failed to load resource: the server responded with a status of (400|503)/],
});

for (const width of [390]) {
  test(
    `hosts reply to an inquiry, and to the guest's reply that comes in, at ${width} px`,
    answerInquiry(width),
  );
}
