import { expect, test } from 'vitest';
import { testAppForFile } from '../../../../test/app.ts';
import { addProperty } from '../../../../test/bookings.ts';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { inDays } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { newId } from '../../../shared/uuid.server.ts';

const app = await testAppForFile({ env: { ADMIN_EMAILS: 'host@example.com,cohost@example.com' } });
const { db } = app.platform;
const host = await signedInBrowser(app, 'host@example.com', cookieBrowser(app));
const cohost = await signedInBrowser(app, 'cohost@example.com', cookieBrowser(app));
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

/** An inquiry for a home of its own, and the offer in reply to it. */
async function inquiry() {
  const [id, { slug }] = [newId(), await addProperty(db)];
  const [checkin, checkout] = [inDays(60), inDays(63)];
  const row = { id, name: 'Cay Doe', email: 'cay@guests.example', property_title: 'Home', guests: 2 };
  await db
    .insertInto('inquiries')
    .values({ ...row, check_in: checkin, check_out: checkout })
    .execute();
  const stay = { property: slug, checkin, checkout, guests: 2, pets: 0, inquiryId: id };
  const answer = async (more: object = {}, browser = host) => {
    const json = { ...stay, expiresAt: inHours(48), ...more };
    const response = await browser.request('POST', '/api/admin/offers', { json });
    return { ...(await response.json()), http: response.status };
  };
  const mails = async () => {
    const query = db.selectFrom('messages').select('id').where('thread_id', '=', id);
    return (await query.where('direction', '=', 'out').execute()).length;
  };
  return { id, answer, mails };
}
const otherDates = { checkin: inDays(70), checkout: inDays(73) };
const refused = {
  http: 409,
  code: 'conflict',
  message:
    'host@example.com has just made an offer for this inquiry. Another one can go out ten minutes after it, or once it is withdrawn.',
};

test.each([true, false])(
  'an offer for an inquiry that is sent twice concurrently is one offer, with one mail (held: %s)',
  async (holdNights) => {
    const { answer, mails } = await inquiry();
    const offers = await Promise.all([host, host, cohost].map((browser) => answer({ holdNights }, browser)));
    const made = offers.filter(({ http }) => http === 201);
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    for (const { http, reason } of offers)
      if (http !== 201) expect([holdNights, reason]).toEqual([true, 'dates_taken']);
    expect(await mails()).toBe(1);
  },
);

test('an offer with held nights whose response was lost is returned again when the request is repeated', async () => {
  const { answer, mails } = await inquiry();
  const [first, again] = [await answer({ holdNights: true }), await answer({ holdNights: true })];
  expect([first.http, again.http, again.id]).toEqual([201, 201, first.id]);
  expect(await mails()).toBe(1);
});

test('one of two hosts who concurrently offer different dates for one inquiry is rejected, and the guest gets one mail', async () => {
  const { answer, mails } = await inquiry();
  const offers = await Promise.all([answer(), answer(otherDates, cohost)]);
  expect(offers.map(({ http }) => http).sort()).toEqual([201, 409]);
  const sender = offers.find(({ http }) => http === 201).createdBy;
  expect(offers.find(({ http }) => http === 409).message).toContain(`${sender} has just made an offer`);
  expect(await mails()).toBe(1);
});

test('another host may offer something else once ten minutes are over, or the offer is withdrawn', async () => {
  const [late, withdrawn] = [await inquiry(), await inquiry()];
  for (const { answer } of [late, withdrawn]) {
    const { id } = await answer();
    expect(await answer(otherDates, cohost)).toMatchObject(refused);
    expect(await answer({ note: 'Welcome' }, cohost)).toMatchObject(refused);
    if (answer === withdrawn.answer) await host.request('POST', `/api/admin/offers/${id}/withdraw`);
    else {
      const before = new Date(Date.now() - 601_000);
      await db.updateTable('offers').set({ created_at: before }).where('id', '=', id).execute();
    }
    expect(await answer(otherDates, cohost)).toMatchObject({ http: 201, createdBy: 'cohost@example.com' });
  }
});

test('one host may send an inquiry several offers; what differs in anything is another one', async () => {
  const { answer, mails } = await inquiry();
  const variants = [
    {},
    otherDates,
    { guests: 3 },
    { note: 'Hi' },
    { nightly_cents: 9000 },
    { expiresAt: inHours(72) },
  ];
  const ids = [];
  for (const more of variants) ids.push((await answer(more)).id);
  expect(new Set(ids).size).toBe(variants.length);
  expect((await answer({ note: ' Hi ' })).id).toBe(ids[3]);
  expect(await mails()).toBe(variants.length);
});
