import type Stripe from 'stripe';
import { beforeEach, expect, test } from 'vitest';
import { openLaunchForFile } from '../../../test/launch.ts';
import { signedInBrowser } from '../../../test/sign-in.ts';
import { exampleBusiness } from '../../shared/example-business.ts';
import { probes } from './probes.server.ts';
import { runLaunchChecks } from './run-checks.server.ts';

const { app, world, host, put, call, ofRows, reset } = await openLaunchForFile();
const { pool, settings } = app.platform;
beforeEach(reset);

const setBusiness = (values: Record<string, string>) =>
  pool.query(
    `update site_settings set ${Object.keys(values)
      .map((name, index) => `${name} = $${index + 1}`)
      .join(', ')}`,
    Object.values(values),
  );
const ownBusiness = {
  phone: '(850) 234-5678',
  email: 'hello@gulf.com',
  social_facebook_url: '',
  social_instagram_url: '',
  social_tiktok_url: '',
  credit_label: '',
  credit_url: '',
};

test.each([
  ['phone', 'the phone'],
  ['email', 'the e-mail address'],
  ['social_facebook_url', 'the Facebook link'],
  ['social_instagram_url', 'the Instagram link'],
  ['social_tiktok_url', 'the TikTok link'],
  ['credit_label', 'the credit'],
  ['credit_url', 'the link of the credit'],
] as const)('the invented %s alone keeps the business from being the hosts’ own', async (field, label) => {
  await setBusiness({ ...ownBusiness, [field]: exampleBusiness[field] });
  expect(await ofRows('business')).toEqual(['todo', `Still invented: ${label}.`]);
});

test.each([
  ['the terms', `update pages set html_rich_text = html_rich_text || '<p>More</p>' where slug = 'terms'`],
  ['the privacy notice', `update pages set title = 'Data' where slug = 'privacy'`],
  ['the cancellation page', `update pages set html_rich_text = '<p>None</p>' where slug = 'cancellation'`],
  [
    'the steps of a policy',
    `update cancellation_policies set steps = '[{"days_before": 3, "refund_percent": 50}]'
     where id in (select cancellation_policy_id from properties where is_listed)`,
  ],
  [
    'the policy of a home',
    `with other as (insert into cancellation_policies (name, steps) values ('Other', '[]') returning id)
     update properties set cancellation_policy_id = (select id from other)`,
  ],
])('the legal texts are to be confirmed again once %s changed', async (_, statement) => {
  await call('/confirm', { key: 'legal' });
  expect((await ofRows('legal'))[0]).toBe('ok');
  const restored = await pool.query('select id, cancellation_policy_id from properties');
  await pool.query(statement);
  expect(await ofRows('legal')).toEqual([
    'todo',
    'Changed since it was confirmed. Read them, and confirm that they are yours.',
  ]);
  for (const { id, cancellation_policy_id } of restored.rows)
    await pool.query('update properties set cancellation_policy_id = $2 where id = $1', [
      id,
      cancellation_policy_id,
    ]);
});

test('other pages and policies that no home has change nothing about what was confirmed', async () => {
  await call('/confirm', { key: 'legal' });
  await pool.query(`insert into cancellation_policies (name, steps) values ('Unused', '[]')`);
  expect((await ofRows('legal'))[0]).toBe('ok');
});

test.each([
  ['a tax that was added', `insert into taxes (label, jurisdiction, percent) values ('New', 'County', 1)`],
  ['a tax that was removed', 'delete from taxes where id = (select id from taxes limit 1)'],
])('taxes are to be confirmed again after %s', async (_, statement) => {
  await call('/confirm', { key: 'taxes' });
  expect((await ofRows('taxes'))[0]).toBe('ok');
  await pool.query(statement);
  expect((await ofRows('taxes'))[0]).toBe('todo');
});

test('a tax that becomes the hosts’ own as it is stays confirmed', async () => {
  await pool.query('update taxes set is_example = true');
  await call('/confirm', { key: 'taxes' });
  await pool.query('update taxes set is_example = false');
  expect((await ofRows('taxes'))[0]).toBe('ok');
});

test.each([
  ['sk_live_1', undefined, 'ok'],
  ['rk_live_1', undefined, 'ok'],
  ['sk_test_1', undefined, 'failed'],
  ['sk_test_1', true, 'ok'],
  ['sk_live_1', false, 'failed'],
])('the key %s, of an account whose live mode is %s, is %s', async (secretKey, livemode, state) => {
  const account = {
    charges_enabled: true,
    payouts_enabled: true,
    ...(livemode === undefined ? {} : { livemode }),
  };
  const stripe = { accounts: { retrieveCurrent: async () => account } } as unknown as Stripe;
  const result = await probes.card_key?.({
    ...app.ctx,
    stripe: async () => stripe,
    settings: { ...settings, stripe: { ...settings.stripe, secretKey } },
  });
  expect(result?.state).toBe(state);
});

/** Makes one seeded home the hosts' own, without calendars. */
async function ownHome(): Promise<{ id: string; slug: string; title: string }> {
  await pool.query('update properties set is_example = true, is_listed = true; delete from calendar_feeds');
  const { rows } = await pool.query(
    'update properties set is_example = false where id = (select id from properties order by position limit 1) returning id, slug, title',
  );
  return rows[0];
}

test('a home that is not listed has no line, and makes none for all homes', async () => {
  const { id, slug } = await ownHome();
  expect((await ofRows(`home:${slug}`))[0]).toBeDefined();
  await pool.query('update properties set is_listed = false where id = $1', [id]);
  expect(await ofRows(`home:${slug}`)).toEqual([undefined, undefined]);
  expect((await ofRows('homes'))[0]).toBe('todo');
  await pool.query('update properties set is_listed = true');
});

test('a calendar that is switched off is no calendar', async () => {
  const { id, title } = await ownHome();
  await pool.query(
    `insert into calendar_feeds (property_id, channel, url, last_good_at, is_active)
     values ($1, 'vrbo', 'https://vrbo.example/1.ics', now(), false)`,
    [id],
  );
  expect(await ofRows('calendars')).toEqual([
    'todo',
    `Add the calendars of ${title}, or confirm that they are on no other channel.`,
  ]);
  await pool.query(`update calendar_feeds set is_active = true, last_good_at = null`);
  expect(await ofRows('calendars')).toEqual(['failed', `Not read within an hour: ${title}.`]);
});

test('an endpoint of another site at the provider is not this site’s', async () => {
  await put('/stripe/test/webhook_endpoints', [
    { url: 'https://other.example/api/webhooks/stripe', enabled_events: ['*'], status: 'enabled' },
  ]);
  const result = await probes.card_events?.(app.ctx);
  await put('/stripe/test/webhook_endpoints', []);
  expect(result).toEqual({
    state: 'failed',
    detail: `The card provider has no endpoint at ${settings.appUrl}/api/webhooks/stripe.`,
  });
});

test('the trial is a payment page of one dollar that is expired at once', async () => {
  const url = `${settings.appUrl}/api/webhooks/stripe`;
  await put('/stripe/test/webhook_endpoints', [{ url, enabled_events: ['*'], status: 'enabled' }]);
  await call('/check', { keys: ['card_events'] });
  await put('/stripe/test/webhook_endpoints', []);
  const { rows } = await pool.query('select session_id from launch_payments');
  const stripe = await app.platform.stripe();
  const session = await stripe.checkout.sessions.retrieve(rows[0].session_id);
  expect([rows.length, session.amount_total, session.currency, session.status]).toEqual([
    1,
    100,
    'usd',
    'expired',
  ]);
});

const press = () => call('/check', { keys: ['address'] });

test('checks by a press count as checks in a row, only on an open site', async () => {
  const lost = async () =>
    (await (await host.request('GET', '/api/admin/today')).json()).launch.failed.map(
      ({ key }: { key: string }) => key,
    );
  await press();
  world.answer = (_, response) => response.end('another site');
  await press();
  await press();
  expect(await lost()).toEqual([]);
  await pool.query('update site_settings set opened_at = now()');
  app.platform.content.clear();
  expect(await lost()).toEqual(['address']);
});

const morning = (day: number) => new Date(`2027-05-0${day}T11:05:00Z`);
const deleteJobs = () => pool.query('delete from graphile_worker._private_jobs');
const alarmed = async () =>
  (await app.queuedMail())
    .filter(({ subject }) => subject.startsWith('Not in order: The site is reached'))
    .map(({ to }) => to.address)
    .toSorted();
const allHosts = [...new Set([settings.hostsEmail, ...settings.adminEmails])].toSorted();

test('a check whose second failure in a row is found by a press is mailed to every host, once', async () => {
  await deleteJobs();
  await pool.query('update site_settings set opened_at = now()');
  app.platform.content.clear();
  world.now = morning(1);
  await runLaunchChecks(app.ctx);
  world.answer = (_, response) => response.end('another site');
  world.now = morning(2);
  await runLaunchChecks(app.ctx);
  expect(await alarmed()).toEqual([]);
  const present = await signedInBrowser(app, 'host@example.com');
  const check = async (key: string) => {
    const response = await present.request('POST', '/api/admin/launch/check', { json: { keys: [key] } });
    expect(response.status).toBe(200);
  };
  await deleteJobs();
  await check('address');
  expect(await alarmed()).toEqual(allHosts);
  // The mails are sent.
  await deleteJobs();
  await check('clock');
  await check('address');
  world.now = morning(3);
  await runLaunchChecks(app.ctx);
  expect(await alarmed()).toEqual([]);
});

test('presses on a closed site mail no alarm', async () => {
  await deleteJobs();
  await press();
  world.answer = (_, response) => response.end('another site');
  await press();
  await press();
  expect(await alarmed()).toEqual([]);
});

test('a check that an open site has lost is mailed to every host', async () => {
  await pool.query('update site_settings set opened_at = now()');
  await deleteJobs();
  app.platform.content.clear();
  for (const day of [1, 2, 3]) {
    world.now = morning(day);
    if (day === 2) world.answer = (_, response) => response.end('another site');
    await runLaunchChecks(app.ctx);
  }
  expect(allHosts.length).toBeGreaterThan(1);
  expect(await alarmed()).toEqual(allHosts);
});

test('closing without a note leaves the one before, closing with an empty one removes it', async () => {
  const close = async (json: object) => {
    await pool.query('update site_settings set opened_at = now()');
    app.platform.content.clear();
    expect((await call('/close', json)).status).toBe(200);
    return (await pool.query('select closed_note from site_settings')).rows[0].closed_note;
  };
  expect(await close({ note: 'x'.repeat(300) })).toBe('x'.repeat(300));
  expect(await close({})).toBe('x'.repeat(300));
  expect(await close({ note: '' })).toBe('');
});

test('a reason of an outside service is cut at 500 characters', async () => {
  const { storage } = app.platform;
  const long = 'x'.repeat(900);
  const saved = storage.put;
  storage.put = async () => {
    throw new Error(long);
  };
  try {
    const { body } = await call('/check', { keys: ['storage'] });
    const { detail } = body.checks.find(({ key }: { key: string }) => key === 'storage');
    expect([...detail]).toHaveLength(500);
  } finally {
    storage.put = saved;
  }
});
