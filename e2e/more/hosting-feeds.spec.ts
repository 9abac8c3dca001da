import { expect, test } from '../admin-fixture.ts';
import { open } from '../goto.ts';
import { resolveDoubleBooking } from '../hosting-feeds-steps.ts';
import { expectAccessible } from '../site.ts';

// A wrong address is rejected on purpose.
test.use({ expectedNoise: [/status of 400/] });

for (const width of [1440]) {
  test(
    `a host adds a calendar, finds a stay sold twice, and moves the guest, at ${width} px`,
    resolveDoubleBooking(width),
  );
}

test.describe('with failed calls', () => {
  test.use({ expectedNoise: [/Failed to load resource/] });

  const failures = [
    { name: 'the same message', response: { status: 500, json: { message: 'We are back in a moment.' } } },
    { name: 'no body', response: { status: 500, body: '' } },
    { name: 'a success without a body', response: { status: 200, body: '' } },
  ];

  for (const { name, response } of failures)
    test(`calls that fail with ${name} show one error, and its button repeats them all`, async ({ page }) => {
      const calls = /\/api\/admin\/(feeds|conflicts)(\?|$)/;
      await page.route(calls, (route) => route.fulfill(response));
      await open(page, '/admin/feeds');
      await expect(page.getByRole('alert')).toHaveCount(1);
      const expected = response.json?.message ?? 'Failed to fetch the calendars';
      await expect(page.locator('main').getByText(/We are back|Failed to fetch/)).toHaveText([expected]);
      await expectAccessible(page);
      await page.unroute(calls);
      const repeated = ['feeds', 'conflicts'].map((call) =>
        page.waitForResponse(
          (received) => new URL(received.url()).pathname.endsWith(`/${call}`) && received.ok(),
        ),
      );
      await page.getByRole('button', { name: 'Retry' }).click();
      await Promise.all(repeated);
      await expect(page.getByRole('heading', { name: 'They read ours' }).first()).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
    });
});
