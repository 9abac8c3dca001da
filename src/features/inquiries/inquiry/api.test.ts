import { beforeEach, expect, test, vi } from 'vitest';
import { testAppForFile } from '../../../../test/app.ts';
import { untilTaken } from '../../../../test/until-taken.ts';

const now = new Date('2026-03-02T03:00:00Z'); // still March 1 at the homes
const inquiry = {
  formId: 'booking_inquiry',
  name: 'Ann Lee',
  email: 'ann@guests.example',
  phone: '(850) 555-0100',
  property: 'Sunset Villa',
  checkin: '2026-06-10',
  checkout: '2026-06-17',
  guests: 4,
  message: 'Is the pool heated?',
};
const thanks = {
  success: true,
  message: "Thank you for your inquiry! We'll get back to you within 24 hours.",
};

const app = await testAppForFile({ now: () => now });
beforeEach(() =>
  app.platform.pool.query('truncate inquiries, rate_limits, graphile_worker._private_jobs cascade'),
);

const send = (fields: object = {}, from?: string) =>
  app.request('POST', '/api/forms/submit', { json: { ...inquiry, ...fields }, from });
const readError = async (response: Response) => (await response.json()) as Record<string, unknown>;
const stored = async () =>
  (await app.platform.db.selectFrom('inquiries').selectAll().orderBy('id').execute()) as object[];

test('GET form lists its fields and offers every listed property', async () => {
  const response = await app.request('GET', '/api/forms/booking_inquiry');
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    required: ['name', 'email', 'property', 'checkin', 'checkout', 'guests'],
    properties: {
      property: {
        enum: [
          'Kid-Friendly, Steps to Beach + Pools, Sleeps 6',
          'The Beachcomber',
          'Sunset Villa',
          'Any Available Property',
        ],
      },
      guests: { type: 'integer', minimum: 1, maximum: 12 },
    },
  });
});

test('GET form omits an unlisted property', async () => {
  const { db } = app.platform;
  const unlist = (is_listed: boolean) =>
    db.updateTable('properties').set({ is_listed }).where('title', '=', 'The Beachcomber').execute();
  await unlist(false);
  let guests = 0;
  // Each attempt comes from another address, because one may send only a few.
  const submit = () => {
    guests += 1;
    return send({ property: 'The Beachcomber' }, `198.51.${guests >> 8}.${guests & 255}`);
  };
  await expect
    .poll(async () => (await readError(await submit())).fields)
    .toEqual({ property: 'Property must be one of the valid options' });
  await unlist(true);
  await expect.poll(async () => (await submit()).status).toBe(200);
});

test('an unknown form returns 404', async () => {
  expect((await app.request('GET', '/api/forms/newsletter')).status).toBe(404);
  for (const formId of ['newsletter', '', undefined, 7, ['booking_inquiry']]) {
    expect((await send({ formId })).status).toBe(404);
  }
});

test('submit stores every field and returns the thanks', async () => {
  const response = await send({ email: ' Ann@Guests.Example ' });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual(thanks);
  expect(await stored()).toMatchObject([
    {
      name: 'Ann Lee',
      email: 'ann@guests.example',
      phone: '(850) 555-0100',
      property_title: 'Sunset Villa',
      check_in: '2026-06-10',
      check_out: '2026-06-17',
      guests: 4,
      message: 'Is the pool heated?',
      status: 'new',
      created_at: now,
    },
  ]);
});

test('submit accepts an inquiry without phone and message', async () => {
  expect((await send({ phone: undefined, message: undefined })).status).toBe(200);
  expect(await stored()).toMatchObject([{ phone: '', message: '' }]);
});

test('submit queues one mail to the hosts, with the guest as reply-to, and one to the guest', async () => {
  await send();
  const [toHosts, toGuest, ...more] = await app.queuedMail();
  expect(more).toEqual([]);
  expect(toHosts?.to).toEqual({ name: 'PCB Beach Rentals', address: 'hosts@pcbbeachrentals.example' });
  expect(toHosts?.replyTo).toEqual({ name: 'Ann Lee', address: 'ann@guests.example' });
  for (const part of [toHosts?.text, toHosts?.html]) {
    for (const value of [...Object.values(inquiry).slice(1, 5), 'June 10, 2026', 'June 17, 2026', '4']) {
      expect(part).toContain(value);
    }
    expect(part).toContain('Is the pool heated?');
    expect(part).toContain('http://localhost:3000');
  }
  expect(toGuest?.to).toEqual({ name: 'Ann Lee', address: 'ann@guests.example' });
  for (const part of [toGuest?.text, toGuest?.html]) {
    expect(part).toContain('Hello Ann Lee,');
    expect(part).toContain('within 24 hours');
    expect(part).toContain('(850) 555-0142');
    expect(part).toContain('hello@pcbbeachrentals.example');
    expect(part).not.toContain('Is the pool heated?');
  }
});

test('mails escape what was typed and link nothing of it', async () => {
  await send({ name: '<img src=x onerror=alert(1)>', message: '</p><a href="https://a.example">x</a>' });
  const [toHosts, toGuest] = await app.queuedMail();
  expect(toHosts?.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(toHosts?.html).not.toMatch(/<img|href="https:\/\/a\.example/);
  expect(toGuest?.html).toContain('Hello,');
  expect(`${toGuest?.html}${toGuest?.text}${toGuest?.to.name}`).not.toMatch(/src=x|onerror|&lt;img/);
  // The mail has only the image of the home.
  expect(toGuest?.html.match(/<img[^>]* src="[^"]*"/g)).toEqual([
    expect.stringMatching(/src="http:\/\/localhost:3000\/media\/[0-9a-f-]+\/\d+\.jpg"$/),
  ]);
  expect(new Set(toGuest?.html.match(/href="[^"]*"/g))).toEqual(
    new Set([
      'href="http://localhost:3000"',
      'href="tel:8505550142"',
      'href="mailto:hello@pcbbeachrentals.example"',
    ]),
  );
});

test('submit stores nothing when a mail cannot be queued', async () => {
  const queue = vi.spyOn(app.platform.mail, 'queue').mockRejectedValueOnce(new Error('no queue'));
  expect((await send()).status).toBe(500);
  queue.mockRestore();
  expect(await stored()).toEqual([]);
  expect((await send()).status).toBe(200);
  expect(await app.queuedMail()).toHaveLength(2);
});

test.each([
  [{ name: ' ' }, { name: 'Name is required' }],
  [{ email: 'ann@' }, { email: 'Email is not a valid email' }],
  [{ property: 'The White House' }, { property: 'Property must be one of the valid options' }],
  [{ guests: 13 }, { guests: 'Guests cannot be greater than 12' }],
  [{ guests: '4' }, { guests: 'Guests must be a number' }],
  [{ checkin: '2026-02-28' }, { checkin: 'Check-in cannot be in the past' }],
  [{ checkout: '2026-06-10' }, { checkout: 'Check-out must be after check-in' }],
  [{ checkin: '2026-02-30' }, { checkin: 'Check-in must be a valid date' }],
])("submit rejects %j with the field's message", async (fields, problems) => {
  const response = await send(fields);
  expect(response.status).toBe(400);
  const [message] = Object.values(problems);
  expect(await readError(response)).toEqual({ message, error: message, code: 'invalid', fields: problems });
  expect(await stored()).toEqual([]);
});

test('submit reports every invalid field at once', async () => {
  const response = await send({ name: 'A', checkin: '2026-01-02', checkout: '2026-01-01' });
  expect(await readError(response)).toMatchObject({
    message: 'Please check the highlighted fields',
    fields: {
      name: 'Name must be at least 2 characters',
      checkin: 'Check-in cannot be in the past',
      checkout: 'Check-out must be after check-in',
    },
  });
});

test("check-in accepts today in the properties' time zone", async () => {
  expect((await send({ checkin: '2026-03-01' })).status).toBe(200);
});

test('an address gets three confirmations an hour; every inquiry is stored and mailed to the hosts', async () => {
  for (let count = 0; count < 8; count += 1) {
    const response = await send({ guests: count + 1 }, `198.51.100.${count + 1}`);
    expect(await response.json()).toEqual(thanks);
  }
  const recipients = async () => (await app.queuedMail()).map(({ to }) => to.address);
  const count = async (address: string) => (await recipients()).filter((one) => one === address).length;
  expect(await stored()).toHaveLength(8);
  expect(await count('hosts@pcbbeachrentals.example')).toBe(8);
  expect(await count('ann@guests.example')).toBe(3);
  expect((await send({ email: 'bob@guests.example' })).status).toBe(200);
  expect(await count('bob@guests.example')).toBe(1);
  await app.platform.pool.query("update inquiries set created_at = created_at - interval '1 hour'");
  await send({ guests: 9 }, '198.51.100.9');
  expect(await count('ann@guests.example')).toBe(4);
});

test('concurrent inquiries of one address get three confirmations', async () => {
  const responses = Array.from({ length: 10 }, (_, index) =>
    untilTaken(() => send({ guests: index + 1 }, `198.51.100.${index + 1}`)),
  );
  for (const response of await Promise.all(responses)) expect(response.status).toBe(200);
  const acknowledged = (await app.queuedMail()).filter(({ to }) => to.address === 'ann@guests.example');
  expect(acknowledged).toHaveLength(3);
});

test.each([[[]], [null], ['text'], [7]])('submit rejects the body %j', async (json) => {
  expect((await app.request('POST', '/api/forms/submit', { json })).status).toBe(400);
});

test('a duplicate within ten minutes succeeds and changes nothing', async () => {
  const responses = await Promise.all([1, 2, 3].map(() => untilTaken(() => send())));
  for (const response of responses) expect(await response.json()).toEqual(thanks);
  expect(await stored()).toHaveLength(1);
  expect(await app.queuedMail()).toHaveLength(2);
});

test('an inquiry with another property or phone is no duplicate', async () => {
  await send();
  await send({ property: 'The Beachcomber' });
  await send({ phone: '(850) 555-0199' });
  expect(await stored()).toHaveLength(3);
});

test('the same values after ten minutes are a new inquiry', async () => {
  await send();
  await app.platform.pool.query("update inquiries set created_at = created_at - interval '10 minutes'");
  await send();
  expect(await stored()).toHaveLength(2);
});

test('the eleventh inquiry within an hour gets 429 with the time to wait; other addresses do not', async () => {
  for (let guests = 1; guests <= 10; guests += 1) expect((await send({ guests })).status).toBe(200);
  const response = await send({ guests: 11 });
  expect(response.status).toBe(429);
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(3_500);
  expect(await readError(response)).toMatchObject({
    code: 'tooMany',
    message: 'You have sent many inquiries within an hour. Please try again later, or call us.',
  });
  expect(await stored()).toHaveLength(10);
  expect((await send({ guests: 12 }, '198.51.100.7')).status).toBe(200);
});

test('invalid inquiries do not count toward the limit', async () => {
  for (let round = 0; round < 15; round += 1) expect((await send({ guests: 13 })).status).toBe(400);
  expect((await send()).status).toBe(200);
});

test.each([
  ['fill in the hidden field', { website: 'https://spam.example' }],
  ['send within two seconds', { elapsedMs: 300 }],
  ['stuff the text with links', { message: 'http://a.example http://b.example http://c.example' }],
])('robots that %s store nothing, and a guest behind the same address still can', async (_, sign) => {
  const statuses: number[] = [];
  for (let round = 0; round < 12; round += 1) statuses.push((await send(sign)).status);
  expect(statuses).toEqual([...Array(5).fill(400), ...Array(7).fill(429)]);
  expect(await stored()).toEqual([]);
  expect(await app.queuedMail()).toEqual([]);
  expect((await send({ website: '', elapsedMs: 9_000 })).status).toBe(200);
});

test.each([
  ['a link', 'Great rates for beach homes, see https://spam.example'],
  ['the same longer text', 'We improve the ranking of your website within two weeks or give the money back.'],
])('robots that send %s store at most five an hour, and a guest still can', async (_, message) => {
  for (let round = 0; round < 12; round += 1) {
    await send({ message, email: `robot${round}@spam.example` });
  }
  expect(await stored()).toHaveLength(5);
  expect((await send({ elapsedMs: 9_000 })).status).toBe(200);
});

test('a guest taken for a robot succeeds after following the message', async () => {
  const quick = await send({ elapsedMs: 900 });
  expect((await readError(quick)).message).toBe(
    'That was very quick! Please wait a moment and send the form again.',
  );
  expect((await send({ elapsedMs: 4_000 })).status).toBe(200);
  const autofilled = await send({ website: 'ann.example', guests: 5 });
  expect((await readError(autofilled)).message).toBe('Please wait a moment and send the form again.');
  expect((await send({ website: '', guests: 5 })).status).toBe(200);
});
