import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import { beforeEach, expect, test } from 'vitest';
import { openLaunchForFile } from '../../../test/launch.ts';
import { localhostCertificate } from '../../../test/localhost-certificate.ts';
import { type NameAnswer, openNameServer } from '../../../test/name-server.ts';
import type { Ctx } from '../../platform/context.server.ts';
import { siteProof } from '../../platform/http/site-proof.server.ts';
import { createStripe } from '../../platform/stripe.server.ts';
import { dayMs, minuteMs } from '../../shared/durations.ts';
import { marksFolder } from '../media/processing/storage-keys.server.ts';
import { claimStorage } from '../media/processing/storage-owner.server.ts';
import { handledTypes } from '../payments/webhook-event.ts';
import { judgeOwn } from './judge-own.server.ts';
import { judgeTrial, probes } from './probes.server.ts';

const { app, world, appUrl, sandbox, put, call, ofRows, stateOf, reset } = await openLaunchForFile();
const { pool, settings } = app.platform;
beforeEach(reset);

/** Tries one line, in a world that differs in some parts. */
const look = (key: string, changes: Partial<Ctx> = {}) => probes[key]?.({ ...app.ctx, ...changes });
const withSettings = (changes: Partial<Ctx['settings']>) => ({ settings: { ...settings, ...changes } });
const failed = (detail: string) => ({ state: 'failed', detail });
const unknown = (detail: string) => ({ state: 'unknown', detail });

const switches = async (set: object | null) =>
  fetch(`${sandbox.url}/stripe/switches`, {
    method: set ? 'POST' : 'DELETE',
    headers: { 'Content-Type': 'application/json' },
    body: set && JSON.stringify(set),
  });

test('an address without https, of another site, that redirects, is too long or does not respond is not in order', async () => {
  const { host } = new URL(appUrl);
  expect(await look('address', withSettings({ appUrl: 'http://beach.example' }))).toEqual(
    failed('http://beach.example is not reached over https.'),
  );
  world.answer = (_, response) => response.writeHead(502).end();
  expect(await look('address')).toEqual(failed(`Another site answers at ${appUrl} (502).`));
  world.answer = (request, response) => {
    const nonce = new URL(request.url ?? '', appUrl).searchParams.get('nonce') ?? '';
    response.setHeader('X-Site-Proof', siteProof('the secret of another site, 0123456789', nonce)).end('{}');
  };
  expect(await look('address')).toEqual(failed(`Another site answers at ${appUrl} (200).`));
  world.answer = (_, response) => response.writeHead(301, { Location: 'https://other.example/' }).end();
  expect(await look('address')).toEqual(failed(`${host} redirects elsewhere (301).`));
  world.answer = (_, response) => response.end('x'.repeat(65 * 1024));
  expect(await look('address')).toEqual(failed(`${appUrl} does not answer: the answer is too long`));
  world.answer = (request) => request.socket.destroy();
  expect(await look('address')).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('does not answer'),
  });
});

test('a certificate has to be trusted, and to hold for fourteen days', async () => {
  const server = createServer(localhostCertificate, (request, response) => world.answer(request, response));
  await new Promise<void>((done) => server.listen(0, 'localhost', done));
  const secure = withSettings({ appUrl: `https://localhost:${(server.address() as AddressInfo).port}` });
  const trusted = tls.getCACertificates();
  try {
    expect((await look('address', secure))?.detail).toContain('does not answer: self-signed certificate');
    tls.setDefaultCACertificates([...trusted, localhostCertificate.cert]);
    world.now = new Date('2119-12-17T23:00:00Z');
    expect(await look('address', secure)).toEqual({
      state: 'ok',
      detail: 'Its certificate is valid for 14 days.',
    });
    world.now = new Date('2119-12-18T01:00:00Z');
    expect(await look('address', secure)).toEqual(failed('Its certificate ends in 13 days.'));
  } finally {
    tls.setDefaultCACertificates(trusted);
    server.closeAllConnections();
    server.close();
  }
});

test('the card provider says what is wrong with the account, or nothing', async () => {
  await put('/stripe/test/account', { livemode: false, charges_enabled: false, payouts_enabled: false });
  expect(await look('card_key')).toEqual(
    failed(
      'At the card provider the key is of test mode: no real money comes, and charges are not enabled yet, and payouts are not enabled yet.',
    ),
  );
  await put('/stripe/test/account', { livemode: true, charges_enabled: true, payouts_enabled: true });
  expect(await look('card_key', { stripe: createStripe('sk_test_other', sandbox.url) })).toEqual(
    failed('The card provider does not accept the key.'),
  );
  await switches({ apiReset: true });
  expect(await look('card_key')).toEqual(unknown('The card provider gave no answer.'));
  expect(await look('card_events')).toEqual(unknown('The card provider gave no answer.'));
  await switches(null);
});

test('an endpoint is missing, switched off, or lacks events by name', async () => {
  const url = `${appUrl}/api/webhooks/stripe`;
  expect(await look('card_events')).toEqual(failed(`The card provider has no endpoint at ${url}.`));
  const endpoint = { url, enabled_events: ['*'], status: 'disabled' };
  await put('/stripe/test/webhook_endpoints', [endpoint]);
  expect(await look('card_events')).toEqual(failed('The endpoint at the card provider is not enabled.'));
  const enabled_events = handledTypes.slice(2);
  await put('/stripe/test/webhook_endpoints', [{ ...endpoint, enabled_events, status: 'enabled' }]);
  expect(await look('card_events')).toEqual(
    failed(`The endpoint lacks ${handledTypes.slice(0, 2).join(', ')}.`),
  );
  await put('/stripe/test/webhook_endpoints', []);
});

test('the event of a trial has a minute, and holds for thirty days', async () => {
  expect(await judgeTrial(app.ctx)).toEqual(unknown('Not tried yet.'));
  const trial = async (sentMsAgo: number, cameAfterMs: number | null) => {
    await pool.query('truncate launch_payments');
    const sentAt = world.now.getTime() - sentMsAgo;
    await pool.query('insert into launch_payments values ($1, $2, $3)', [
      'cs_1',
      new Date(sentAt),
      cameAfterMs === null ? null : new Date(sentAt + cameAfterMs),
    ]);
    return judgeTrial(app.ctx);
  };
  expect(await trial(minuteMs, null)).toEqual(
    unknown('Waiting for the event of a trial: look again in a minute.'),
  );
  expect(await trial(minuteMs + 1, null)).toEqual(
    failed('The event of a trial did not come within a minute.'),
  );
  expect(await trial(29 * dayMs, minuteMs)).toEqual({ state: 'ok', detail: '' });
  expect(await trial(29 * dayMs, minuteMs + 1)).toEqual(
    failed('The event of a trial came after more than a minute.'),
  );
  expect(await trial(30 * dayMs + 1, 1)).toEqual(unknown('Not tried for 30 days.'));
});

test('names that are missing are named, as are their own; a silent name server is not known', async () => {
  const missing = (names: string) => failed(`Missing: ${names}.`);
  await put('/dns/beach.example', { txt: ['v=spf10 -all', '<b>markup</b>'] });
  expect(await look('mail_names')).toEqual(
    missing('an SPF record of beach.example, a DMARC record of _dmarc.beach.example'),
  );
  await put('/dns/beach.example', { txt: ['v=spf1 -all'] });
  await put('/dns/_dmarc.beach.example', { txt: ['v=DMARC11; p=none', 'p=none; v=DMARC1'] });
  expect(await look('mail_names')).toEqual(missing('a DMARC record of _dmarc.beach.example'));
  await put('/dns/_dmarc.beach.example', { txt: ['v=DMARC1; p=none'] });
  expect(await look('mail_names')).toEqual({ state: 'ok', detail: '' });
  expect(await look('mail_names', withSettings({ dnsServer: '127.0.0.1:1' }))).toEqual(
    unknown('The name server gave no answer about beach.example.'),
  );
});

const spf = 'v=spf1 -all';
const dmarc = 'v=DMARC1; p=none';
const spfMissing = failed('Missing: an SPF record of beach.example.');
const dmarcMissing = failed('Missing: a DMARC record of _dmarc.beach.example.');
const noAnswer = unknown('The name server gave no answer about beach.example.');
const inOrder = { state: 'ok', detail: '' };

test.each<[string, NameAnswer, NameAnswer, object]>([
  ['one string each', { txt: [[spf]] }, { txt: [[dmarc]] }, inOrder],
  [
    'records of several strings',
    { txt: [['v=sp', 'f1 -all']] },
    { txt: [['v=DMAR', 'C1; p=none']] },
    inOrder,
  ],
  [
    'other texts beside them',
    { txt: [['google-site-verification=1'], [spf]] },
    { txt: [['x'], [dmarc]] },
    inOrder,
  ],
  ['capital letters', { txt: [['V=SPF1 -ALL']] }, { txt: [['V=DMARC1; p=none']] }, inOrder],
  ['blanks around the signs of DMARC', { txt: [['v=spf1']] }, { txt: [['v = DMARC1 ; p=none']] }, inOrder],
  [
    'aliases',
    { alias: 'a.mail.example', txt: [[spf]] },
    { alias: 'b.mail.example', txt: [[dmarc]] },
    inOrder,
  ],
  ['an alias of nothing', { alias: 'a.mail.example' }, { txt: [[dmarc]] }, spfMissing],
  ['no such name', { code: 3 }, { code: 3 }, expect.objectContaining({ state: 'failed' })],
  ['no record of this type', {}, { txt: [[dmarc]] }, spfMissing],
  ['small letters in DMARC1', { txt: [[spf]] }, { txt: [['v=dmarc1; p=none']] }, dmarcMissing],
  ['a quotation mark in front', { txt: [[`"${spf}"`]] }, { txt: [[dmarc]] }, spfMissing],
  ['SPF at the name of DMARC', { txt: [[spf]] }, { txt: [[spf]] }, dmarcMissing],
  ['DMARC at the domain itself', { txt: [[spf], [dmarc]] }, { code: 3 }, dmarcMissing],
  [
    'two SPF records',
    { txt: [[spf], ['v=spf1 include:spf.mail.example -all']] },
    { txt: [[dmarc]] },
    failed('More than one, so that none counts: an SPF record of beach.example.'),
  ],
  [
    'two DMARC records and no SPF record',
    { code: 3 },
    { txt: [[dmarc], ['v=DMARC1; p=reject']] },
    failed(
      'Missing: an SPF record of beach.example. More than one, so that none counts: a DMARC record of _dmarc.beach.example.',
    ),
  ],
  ['a failing name server', { code: 2 }, { code: 2 }, noAnswer],
  ['a failing name server for one of them', { txt: [[spf]] }, { code: 2 }, noAnswer],
  ['a name server that refuses', { code: 5 }, { txt: [[dmarc]] }, noAnswer],
])('the records of the sender with %s', async (_, ofDomain, ofDmarc, result) => {
  const server = await openNameServer({ 'beach.example': ofDomain, '_dmarc.beach.example': ofDmarc });
  try {
    expect(await look('mail_names', withSettings({ dnsServer: server.address }))).toEqual(result);
  } finally {
    await server.close();
  }
});

test('a name server that says nothing is not known', { tags: ['waits'] }, async () => {
  const server = await openNameServer({
    'beach.example': { txt: [[spf]] },
    '_dmarc.beach.example': { isSilent: true },
  });
  try {
    expect(await look('mail_names', withSettings({ dnsServer: server.address }))).toEqual(noAnswer);
  } finally {
    await server.close();
  }
});

test('a clock that is more than a minute off, and a provider that does not say the time', async () => {
  const theirs = new Date('2027-05-01T12:00:00Z');
  world.answer = (_, response) => response.setHeader('Date', theirs.toUTCString()).end();
  const off = (seconds: number) =>
    look('clock', {
      ...withSettings({ stripe: { ...settings.stripe, apiUrl: appUrl } }),
      now: () => new Date(theirs.getTime() + seconds * 1_000),
    });
  expect([await off(60), await off(-60)]).toMatchObject([{ state: 'ok' }, { state: 'ok' }]);
  expect([await off(61), await off(-61)]).toEqual(
    [1, 2].map(() => failed('It is 61 seconds off the card provider’s.')),
  );
  const stripe = { ...settings.stripe, apiUrl: 'http://127.0.0.1:1' };
  expect(await look('clock', withSettings({ stripe }))).toEqual(unknown('The card provider gave no answer.'));
});

test('a storage that cannot write, reads something else, keeps what was deleted, or is another database’s', async () => {
  const { storage } = app.platform;
  const file = { size: 1, type: 'text/plain', stream: async () => new Response('other').body };
  const changed = (changes: object) => ({
    storage: Object.assign(Object.create(storage) as Ctx['storage'], changes),
  });
  const full = changed({
    put: async () => {
      throw new Error('ENOSPC: no space left on device');
    },
  });
  expect(await look('storage', full)).toEqual(
    failed('A file could not be stored: ENOSPC: no space left on device'),
  );
  expect(await look('storage', changed({ get: async () => file }))).toEqual(
    failed('A file that was written could not be read again.'),
  );
  expect(await look('storage', changed({ remove: async () => {} }))).toEqual(
    failed('A file could not be deleted.'),
  );
  await claimStorage(app.ctx);
  expect(await look('storage')).toEqual({ state: 'ok', detail: '' });
  const isMark = (key: string) => key.startsWith(marksFolder);
  const other = changed({ get: async (key: string) => (isMark(key) ? null : storage.get(key)) });
  expect(await look('storage', other)).toEqual(
    failed('It lacks the mark of this database, whose files lie in another storage.'),
  );
});

test('hosts who never signed in are named', async () => {
  // The session of this host would end with its address.
  const judgeHosts = async () => (await judgeOwn(app.ctx, [])).get('hosts');
  await pool.query(`update users set email = 'former@example.com' where email = 'host@example.com'`);
  expect(await judgeHosts()).toEqual({ state: 'todo', detail: 'Not yet: host@example.com.' });
  await pool.query(`update users set email = 'host@example.com' where email = 'former@example.com'`);
});

test('a home says everything that it lacks, a night without a price by its date', async () => {
  const { rows } = await pool.query<{ id: string; slug: string; images: string[] }>(
    `update properties set is_example = false, images = images[1:6], description = repeat('x', 199), street_address = '',
       latitude = null, access_notes = '', cancellation_policy_id = null
     where id = (select id from properties order by position limit 1) returning id, slug, images`,
  );
  const [{ id, slug, images }] = rows as [(typeof rows)[number]];
  const line = () => ofRows(`home:${slug}`);
  await pool.query(`update media set alt = ''`);
  const lacks =
    'a description of 200 characters, the street address, latitude and longitude, access notes, a cancellation policy';
  const pictures = (count: number) => `five uploaded pictures with words (${count} so far)`;
  expect(await line()).toEqual(['todo', `Missing: ${pictures(0)}, ${lacks}.`]);
  const withWords = (count: number) =>
    pool.query(`update media set alt = 'The beach' where id = any($1)`, [
      images.slice(0, count).map((url) => url.split('/')[2]),
    ]);
  await withWords(4);
  expect(await line()).toEqual(['todo', `Missing: ${pictures(4)}, ${lacks}.`]);
  await withWords(5);
  const setStatus = (status: string) =>
    pool.query('update media set status = $1 where id = $2', [status, images[0]?.split('/')[2]]);
  await setStatus('failed');
  expect(await line()).toEqual(['todo', `Missing: ${pictures(4)}, ${lacks}.`]);
  await setStatus('processing');
  await pool.query(
    `update properties set description = repeat('x', 200), street_address = '1 Beach Road', latitude = 30, longitude = -85,
       access_notes = 'A key box.', cancellation_policy_id = (select id from cancellation_policies limit 1) where id = $1`,
    [id],
  );
  expect(await line()).toEqual(['ok', '']);
  await pool.query('delete from rates where property_id = $1', [id]);
  await pool.query('update properties set nightly_cents = 0, weekend_cents = null where id = $1', [id]);
  expect(await line()).toEqual([
    'todo',
    expect.stringMatching(/^Missing: a price for the night of 20..-..-..\.$/),
  ]);
});

test('calendars are read within the hour, or confirmed to be on no other channel', async () => {
  await pool.query('update properties set is_example = true');
  expect(await ofRows('calendars')).toEqual(['todo', 'There is no home of your own yet.']);
  const { rows } = await pool.query<{ id: string; title: string }>(
    'update properties set is_example = false where id = (select id from properties order by position limit 1) returning id, title',
  );
  const [{ id, title }] = rows as [(typeof rows)[number]];
  await pool.query('delete from calendar_feeds');
  expect(await ofRows('calendars')).toEqual([
    'todo',
    `Add the calendars of ${title}, or confirm that they are on no other channel.`,
  ]);
  await call('/confirm', { key: 'calendars' });
  expect(await ofRows('calendars')).toEqual(['ok', 'On no other channel.']);
  await pool.query(
    `insert into calendar_feeds (property_id, channel, url, last_good_at) values ($1, 'vrbo', 'https://vrbo.example/1.ics', now() - interval '61 minutes')`,
    [id],
  );
  expect(await ofRows('calendars')).toEqual(['failed', `Not read within an hour: ${title}.`]);
  await pool.query('update calendar_feeds set last_good_at = now()');
  expect(await ofRows('calendars')).toEqual(['ok', '']);
});

test('replies of guests are received once one mail arrived, and go to the hosts if there is no mailbox', async () => {
  const judged = async (replies: Ctx['settings']['replies']) =>
    (await judgeOwn({ ...app.ctx, ...withSettings({ replies }) }, [])).get('mail_in');
  expect(await judged(null)).toEqual({ state: 'ok', detail: `Answers go to ${settings.hostsEmail}.` });
  const replies = { imapUrl: 'imaps://a:b@mail.example/INBOX', address: 'stay@beach.example' };
  const waiting = { state: 'todo', detail: 'Write a mail to stay@beach.example, and wait a minute.' };
  await pool.query(
    `insert into inquiries (id, name, email, property_title, check_in, check_out, guests, message)
     values (gen_random_uuid(), 'Ann', 'ann@guests.example', 'Sandpiper', '2027-05-01', '2027-05-04', 2, 'By the form')`,
  );
  expect(await judged(replies)).toEqual(waiting);
  await pool.query(
    `insert into messages (thread_id, direction, text, author, mail_id)
     select id, 'auto', 'The site’s own', 'PCB', '<own@beach.example>' from threads limit 1`,
  );
  expect(await judged(replies)).toEqual(waiting);
  const { rowCount } = await pool.query(
    `update messages set mail_id = '<1@guests.example>' where direction = 'in' and text = 'By the form'`,
  );
  expect([rowCount, await judged(replies)]).toEqual([1, { state: 'ok', detail: '' }]);
});

test('a test mail that arrived holds for thirty days', async () => {
  const arrived = (daysAgo: number) =>
    pool.query(
      `insert into launch_mails values (decode(md5($1::text), 'hex'), 'host@example.com', $2, $2, $2)
       on conflict (token_hash) do update set opened_at = excluded.opened_at`,
      ['mail', new Date(world.now.getTime() - daysAgo * dayMs)],
    );
  expect(await ofRows('mail_out')).toEqual([
    'todo',
    'Send a test mail, and press its button: host@example.com.',
  ]);
  await arrived(29.9);
  expect(await ofRows('mail_out')).toEqual(['ok', '']);
  await arrived(30.1);
  expect(await ofRows('mail_out')).toEqual([
    'todo',
    'Waiting for the press in the mail to host@example.com.',
  ]);
});

test('a look ends with what is known when the outside hangs', { tags: ['waits'] }, async () => {
  await switches({ apiHangSeconds: 60 });
  world.answer = () => {};
  const { status, body } = await call('/check', {});
  expect(status).toBe(200);
  expect(['address', 'card_key', 'card_events'].map((key) => stateOf(body, key))).toEqual([
    'failed',
    'unknown',
    'unknown',
  ]);
  await switches(null);
});
