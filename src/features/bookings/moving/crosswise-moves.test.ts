import { expect, test } from 'vitest';
import { addBooking } from '../../../../test/bookings.ts';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';

const stays = await openStaysForFile();
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));

test('T-03: 64 stays that move crosswise between two homes at once: one gets the nights, without a deadlock', async () => {
  const homes = [await stays.addProperty(), await stays.addProperty()] as const;
  const dates = (from: number) => ({ checkin: inDays(from), checkout: inDays(from + 3) });
  const moves = await Promise.all(
    Array.from({ length: 64 }, async (_, at) => {
      const from = homes[at % 2 ? 1 : 0];
      const to = homes[at % 2 ? 0 : 1];
      const nights = dates(10 + 3 * Math.floor(at / 2));
      const { code } = await addBooking(stays.db, { property_id: from.id, ...nights });
      return { code, target: to.slug };
    }),
  );
  const answers = await Promise.all(
    moves.map(({ code, target }) =>
      host.request('POST', `/api/admin/bookings/${code}/move`, { json: { ...dates(200), property: target } }),
    ),
  );
  const outcomes = await Promise.all(
    answers.map(async (answer, at) => [
      moves[at]?.target,
      answer.status,
      (await answer.json()).reason ?? 'moved',
    ]),
  );
  for (const { slug } of homes) {
    const own = outcomes.filter(([target]) => target === slug).map(([, ...outcome]) => outcome.join(' '));
    expect(own.toSorted()).toEqual(['200 moved', ...Array(31).fill('409 dates_taken')]);
  }
});
