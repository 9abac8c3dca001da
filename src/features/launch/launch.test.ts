import { beforeEach, expect, test } from 'vitest';
import { openLaunchForFile } from '../../../test/launch.ts';
import { signedInBrowser } from '../../../test/sign-in.ts';
import { handledTypes } from '../payments/webhook-event.ts';
import type { Launch } from './contract.server.ts';
import { runLaunchChecks } from './run-checks.server.ts';
import { testMailPages } from './test-mail.server.ts';

const { app, world, appUrl, put, call, read, stateOf, reset } = await openLaunchForFile();
const { pool } = app.platform;

beforeEach(reset);

test('the list of a new site names every line, what blocks, and where each is mended', async () => {
  const launched = await read();
  expect(launched.state).toBe('closed');
  expect(launched.checks.map(({ key }) => key)).toEqual([
    'business',
    'legal',
    'hosts',
    'address',
    'homes',
    'taxes',
    'calendars',
    'card_key',
    'card_events',
    'mail_out',
    'mail_names',
    'mail_in',
    'backup',
    'storage',
    'clock',
  ]);
  expect(launched.blocking).toEqual([
    'business',
    'legal',
    'address',
    'homes',
    'taxes',
    'card_key',
    'card_events',
    'mail_out',
  ]);
  expect([stateOf(launched, 'hosts'), stateOf(launched, 'mail_in')]).toEqual(['ok', 'ok']);
  expect(launched.checks.find(({ key }) => key === 'address')).toMatchObject({
    state: 'unknown',
    since: null,
    detail: 'Not looked at yet.',
  });
});

test.each([
  ['/check', { keys: ['nothing'] }],
  ['/check', { other: 1 }],
  ['/open', { accept: ['nothing'] }],
  ['/confirm', {}],
  ['/close', { note: 'x'.repeat(301) }],
])('%s with %j is invalid', async (path, json) => {
  expect((await call(path, json)).status).toBe(400);
});

test('a line that is not confirmed with a press is rejected by name', async () => {
  const { status, body } = await call('/confirm', { key: 'homes' });
  expect([status, body.reason]).toEqual([400, 'not_confirmable']);
});

test('a host’s confirmation is valid until the confirmed text changes', async () => {
  const { body } = await call('/confirm', { key: 'taxes' });
  expect(body.checks.find(({ key }: { key: string }) => key === 'taxes')).toMatchObject({
    state: 'ok',
    confirmedBy: 'host@example.com',
  });
  await pool.query('update taxes set percent = percent + 1 where id = (select id from taxes limit 1)');
  expect(stateOf(await read(), 'taxes')).toBe('todo');
  await call('/confirm', { key: 'legal' });
  expect(stateOf(await read(), 'legal')).toBe('ok');
  await pool.query(`update pages set title = 'Other terms' where slug = 'terms'`);
  expect(stateOf(await read(), 'legal')).toBe('todo');
});

test('the business is the hosts’ own once nothing invented is left', async () => {
  await pool.query(
    `update site_settings set phone = '(850) 234-5678', email = 'hello@gulf.com', social_facebook_url = '',
     social_instagram_url = '', social_tiktok_url = '', credit_label = '', credit_url = ''`,
  );
  expect(stateOf(await read(), 'business')).toBe('ok');
});

test('a home of the hosts’ own has its line, with what is missing', async () => {
  await pool.query(
    `update properties set is_example = false, access_notes = '' where id = (select id from properties limit 1)`,
  );
  const launched = await read();
  const line = launched.checks.find(({ key }) => key.startsWith('home:'));
  expect(line).toMatchObject({ state: 'todo', blocks: true, detail: 'Missing: access notes.' });
  expect(line?.to).toBe(`/admin/homes/${line?.title}`);
  expect(stateOf(launched, 'homes')).toBe('ok');
  await pool.query('update properties set is_example = true');
  expect((await read()).checks.some(({ key }) => key.startsWith('home:'))).toBe(false);
});

test('the address is the site’s own if its response proves it', async () => {
  expect(stateOf((await call('/check', { keys: ['address'] })).body, 'address')).toBe('ok');
  world.answer = (_, response) => response.end('another site');
  expect(stateOf((await call('/check', { keys: ['address'] })).body, 'address')).toBe('failed');
});

test('cards can be charged in live mode, with charges and payouts enabled', async () => {
  const look = async () => stateOf((await call('/check', { keys: ['card_key'] })).body, 'card_key');
  expect(await look()).toBe('failed');
  await put('/stripe/test/account', { livemode: true });
  expect(await look()).toBe('ok');
  await put('/stripe/test/account', { payouts_enabled: false });
  expect(await look()).toBe('failed');
  await put('/stripe/test/account', { livemode: false, payouts_enabled: true });
});

test('payments are reported once the event of a trial came back to a complete endpoint', async () => {
  const look = async () => stateOf((await call('/check', { keys: ['card_events'] })).body, 'card_events');
  const endpoint = { url: `${appUrl}/api/webhooks/stripe`, enabled_events: handledTypes, status: 'enabled' };
  expect(await look()).toBe('failed');
  await put('/stripe/test/webhook_endpoints', [{ ...endpoint, enabled_events: handledTypes.slice(1) }]);
  expect(await look()).toBe('failed');
  await put('/stripe/test/webhook_endpoints', [endpoint]);
  expect(await look()).toBe('ok');
});

test('the domain of the sender needs SPF and DMARC', async () => {
  const look = async () => stateOf((await call('/check', { keys: ['mail_names'] })).body, 'mail_names');
  expect(await look()).toBe('failed');
  await put('/dns/beach.example', { txt: ['v=spf1 -all'] });
  await put('/dns/_dmarc.beach.example', { txt: ['v=DMARC1; p=reject'] });
  expect(await look()).toBe('ok');
});

test('the storage and the clock are tried', async () => {
  const { body } = await call('/check', { keys: ['storage', 'clock'] });
  expect([stateOf(body, 'storage'), stateOf(body, 'clock')]).toEqual(['ok', 'ok']);
});

test('a test mail’s link confirms delivery only by a press of its button, once, within a day', async () => {
  const pages = testMailPages(app.platform, {});
  const mailed = async () => {
    const sent = await call('/mail', {});
    expect([sent.status, sent.body]).toEqual([202, { sent: 1 }]);
    const mail = (await app.queuedMail()).findLast(({ subject }) => subject === 'Test mail of your site');
    return /\/launch\/mail\/[\w-]{43}/.exec(JSON.stringify(mail?.content))?.[0] ?? '';
  };
  const old = await mailed();
  world.now = new Date(world.now.getTime() + 24 * 3_600_000);
  for (const method of ['GET', 'POST']) expect((await pages.request(old, { method })).status).toBe(410);
  const path = await mailed();
  for (const method of ['HEAD', 'GET', 'GET'])
    expect((await pages.request(path, { method })).status).toBe(200);
  expect(stateOf(await read(), 'mail_out')).toBe('todo');
  expect((await pages.request(path, { method: 'POST' })).status).toBe(200);
  expect(stateOf(await read(), 'mail_out')).toBe('ok');
  for (const method of ['HEAD', 'GET', 'POST'])
    expect((await pages.request(path, { method })).status).toBe(410);
  expect((await pages.request('/launch/mail/none')).status).toBe(410);
});

test('a sixth test mail within an hour is too many', async () => {
  for (let time = 0; time < 5; time += 1) expect((await call('/mail', {})).status).toBe(202);
  const refused = await call('/mail', {});
  expect([refused.status, refused.body.message]).toEqual([
    429,
    'You have sent many test mails within an hour. Please try again later.',
  ]);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
});

/** Returns the keys of the lines that are not in order, but for the exceptions. */
async function allInOrder(except: string[] = []): Promise<string[]> {
  const { checks } = (await call('/check', {})).body as Launch;
  const wrong = checks
    .filter(({ key, state }) => state !== 'ok' && !except.includes(key))
    .map(({ key }) => key);
  return wrong;
}

test('the site opens once nothing that blocks is left, and the rest is accepted', async () => {
  const { status, body } = await call('/open', { accept: ['business'] });
  expect([status, body.reason]).toEqual([409, 'not_ready']);
  expect(body.missing).toContain('business');
  await pool.query(
    `update site_settings set phone = '(850) 234-5678', email = 'hello@gulf.com', social_facebook_url = '',
     social_instagram_url = '', social_tiktok_url = '', credit_label = '', credit_url = ''`,
  );
  await pool.query(
    `update properties set is_example = false, description = repeat('Sand and sea. ', 20), street_address = '1 Beach Road',
       latitude = 30.1, longitude = -85.7, access_notes = 'A key box.', nightly_cents = 20000
     where id = (select id from properties where cancellation_policy_id is not null order by position limit 1)`,
  );
  await pool.query('delete from rates');
  await pool.query(`update media set alt = 'The beach' where alt = ''`);
  await call('/confirm', { key: 'legal' });
  await call('/confirm', { key: 'taxes' });
  await call('/confirm', { key: 'calendars' });
  await put('/stripe/test/account', { livemode: true });
  await put('/stripe/test/webhook_endpoints', [
    { url: `${appUrl}/api/webhooks/stripe`, enabled_events: ['*'], status: 'enabled' },
  ]);
  await pool.query(
    `insert into launch_mails values ('\\x01', 'host@example.com', now(), now() + interval '1 day', now())`,
  );
  const left = await allInOrder();
  expect(left.filter((key) => key !== 'backup')).toEqual([]);
  const refused = await call('/open', {});
  expect([refused.status, refused.body.missing]).toEqual([409, ['backup']]);
  // A check that is older than 15 minutes runs again, after any result.
  await pool.query(
    `update launch_checks set checked_at = checked_at - interval '16 minutes' where key = 'card_key'`,
  );
  await put('/stripe/test/account', { livemode: true, charges_enabled: false });
  expect((await call('/open', { accept: ['backup'] })).body.missing).toEqual(['card_key']);
  await put('/stripe/test/account', { livemode: true, charges_enabled: true });
  await call('/check', { keys: ['card_key'] });
  const opened = await call('/open', { accept: ['backup'] });
  expect([opened.status, opened.body.state]).toEqual([200, 'open']);
  expect((await call('/open', { accept: ['backup'] })).body.reason).toBe('already_open');
  const history = await pool.query(
    `select actor_email from audit_log where table_name = 'site_settings' order by id desc limit 1`,
  );
  expect(history.rows).toEqual([{ actor_email: 'host@example.com' }]);
  const closed = await call('/close', { note: 'Back in May' });
  expect([closed.status, closed.body.state, closed.body.openedAt]).toEqual([200, 'closed', null]);
  expect((await pool.query('select closed_note from site_settings')).rows).toEqual([
    { closed_note: 'Back in May' },
  ]);
  expect((await call('/close', {})).body.reason).toBe('already_closed');
});

test('a check of an open site that fails twice in a row is mailed once, at six, and becomes a task', async () => {
  // Their events are signed by today's clock: in a later year a trial would wait for one in vain.
  await put('/stripe/test/webhook_endpoints', []);
  world.now = new Date('2027-05-01T02:00:00Z');
  const alarms = async () =>
    (await app.queuedMail()).filter(({ subject }) => subject.startsWith('Not in order: The site is reached'))
      .length;
  const onToday = async () => {
    const host = await signedInBrowser(app, 'host@example.com');
    return (await (await host.request('GET', '/api/admin/today')).json()).launch.failed;
  };
  await runLaunchChecks(app.ctx);
  // Closed, at any hour.
  const { rows } = await pool.query('select distinct checked_at from launch_checks');
  expect(rows).toEqual([{ checked_at: world.now }]);
  const wrongSince = new Date('2027-05-01T11:05:00Z');
  world.now = wrongSince;
  await pool.query('update site_settings set opened_at = now()');
  app.platform.content.clear();
  world.answer = (_, response) => response.end('another site');
  await runLaunchChecks(app.ctx);
  expect(await alarms()).toBe(0);
  world.now = new Date('2027-05-01T15:00:00Z');
  await runLaunchChecks(app.ctx);
  expect(await alarms()).toBe(0);
  expect(await onToday()).toEqual([]);
  world.now = new Date('2027-05-02T11:05:00Z');
  await runLaunchChecks(app.ctx);
  const hosts = await alarms();
  expect(hosts).toBeGreaterThan(0);
  expect(await onToday()).toEqual([
    { key: 'address', title: expect.any(String), since: wrongSince.toISOString() },
  ]);
  world.now = new Date('2027-05-03T11:05:00Z');
  await runLaunchChecks(app.ctx);
  expect(await alarms()).toBe(hosts);
});

/** Counts the statements that wait for a lock of another one. */
async function countWaiting(): Promise<number> {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity
     where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
  );
  return rowCount ?? 0;
}

test('the later of two hosts who close concurrently wins, and both are in the history', async () => {
  await pool.query('update site_settings set opened_at = now()');
  app.platform.content.clear();
  // Both are about to write before either has written.
  const locker = await pool.connect();
  await locker.query('begin');
  await locker.query('select from site_settings for update');
  const begun = Promise.all([call('/close', { note: 'One' }), call('/close', { note: 'Two' })]);
  await expect.poll(countWaiting).toBe(2);
  await locker.query('rollback');
  locker.release();
  const closings = await begun;
  const changes = await pool.query(
    `select after ->> 'closed_note' as note from audit_log where table_name = 'site_settings' order by id desc limit 2`,
  );
  const { rows } = await pool.query('select closed_note as note, opened_at from site_settings');
  expect(closings.map(({ status }) => status)).toEqual([200, 200]);
  expect(changes.rows.map(({ note }) => note).sort()).toEqual(['One', 'Two']);
  expect(rows).toEqual([{ note: changes.rows[0]?.note, opened_at: null }]);
});
