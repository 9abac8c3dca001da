import { beforeEach, expect, test } from 'vitest';
import { callTool, connectAgent, eras } from '../../../test/agent-client.ts';
import { testAppForFile } from '../../../test/app.ts';
import { addBooking, addProperty } from '../../../test/bookings.ts';
import { agentFetch, postMessage } from '../../../test/mcp.ts';
import { anyAddress } from '../../../test/shop.ts';
import { newId } from '../../shared/uuid.server.ts';

// Noon at the homes.
const now = new Date('2027-05-20T17:00:00Z');
const app = await testAppForFile({ now: () => now });
const { db, settings } = app.platform;
let home: { id: string; slug: string };
beforeEach(async () => {
  home = await addProperty(db, { nightly_cents: 17_000, house_rules: 'No smoking\nNo parties' });
  // The database's notification may arrive after the first request.
  app.platform.content.clear();
});

const connect = (revision?: string) =>
  connectAgent(settings.appUrl, { revision, fetch: agentFetch(app, anyAddress()) });
const stay = (more: object = {}) => ({ checkin: '2027-07-05', checkout: '2027-07-10', guests: 2, ...more });
const call = async (name: string, args: object) => callTool(await connect(), name, args);

test.each(eras)('the official client of revision %s lists the tools and calls each', async (revision) => {
  const client = await connect(revision);
  expect(client.getNegotiatedProtocolVersion()).toBe(revision);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'find_stays',
    'get_home',
    'check_dates',
    'get_quote',
    'get_policies',
  ]);
  const results = await Promise.all([
    callTool(client, 'find_stays', stay({ pets: 1, flexDays: 2 })),
    callTool(client, 'get_home', { property: home.slug }),
    callTool(client, 'check_dates', { property: home.slug, from: '2027-07-01', to: '2027-08-01' }),
    callTool(client, 'get_quote', stay({ property: home.slug })),
    callTool(client, 'get_policies', { property: home.slug }),
  ]);
  for (const { isError, text, content } of results)
    expect([isError, JSON.parse(text)]).toEqual([false, content]);
  await client.close();
});

test('every tool says that it only reads, and that contact data does not belong in a chat', async () => {
  const { tools } = await (await connect()).listTools();
  for (const { description, annotations } of tools) {
    expect(description).toContain('nothing is held, booked or paid');
    expect(description).toContain('no name, email, phone or address is taken');
    expect(description).toContain('Contact data of guests does not belong in a chat');
    expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
  }
});

test('no tool takes more than dates, people, a home and a promotion code', async () => {
  const { tools } = await (await connect()).listTools();
  const names = tools.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties ?? {}));
  expect([...new Set(names)].sort()).toEqual(
    ['checkin', 'checkout', 'flexDays', 'from', 'guests', 'pets', 'promoCode', 'property', 'to'].sort(),
  );
  for (const { inputSchema } of tools) expect(inputSchema.additionalProperties).toBe(false);
});

test('a price has its total first, its lines, plans and cancellation, and a link with the choices filled in', async () => {
  const steps = JSON.stringify([{ days_before: 14, refund_percent: 100 }]);
  const policy = { id: newId(), name: 'Fair', steps, grace_hours: 24 };
  await db.insertInto('cancellation_policies').values(policy).execute();
  await db
    .updateTable('properties')
    .set({ cancellation_policy_id: policy.id })
    .where('id', '=', home.id)
    .execute();
  await db.insertInto('promo_codes').values({ code: 'SUN10', percent: 10 }).execute();
  const { content } = await call('get_quote', stay({ property: home.slug, pets: 1, promoCode: 'SUN10' }));
  expect(Object.keys(content)[0]).toBe('total');
  expect(content).toMatchObject({
    total: 86_537,
    totalText: '$865.37',
    plans: [{ kind: 'full', dueNow: 86_537, dueLater: [] }],
    cancellation: [{ until: '2027-06-21T21:00:00.000Z', refundPercent: 100 }],
    graceHours: 24,
    calendarsCheckedAt: now.toISOString(),
    continueUrl: `${settings.appUrl}/book?property=${home.slug}&checkin=2027-07-05&checkout=2027-07-10&guests=2&pets=1&promoCode=SUN10&via=agent`,
  });
  expect((content.lines as { kind: string }[]).map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['rent', 'promo', 'tax']),
  );
});

test('free homes come with their totals first and a link, the others with a message that has the reason', async () => {
  await addBooking(db, { property_id: home.id, checkin: '2027-07-06', checkout: '2027-07-08' });
  const free = await addProperty(db, { nightly_cents: 1_000 });
  const { content } = await call('find_stays', stay());
  const homes = content.properties as Record<string, unknown>[];
  expect(Object.keys(homes[0] ?? {})[0]).toBe('total');
  expect(homes[0]).toMatchObject({
    slug: free.slug,
    isFree: true,
    totalText: '$56.57',
    continueUrl: expect.stringContaining(`/book?property=${free.slug}&checkin=2027-07-05`),
  });
  const taken = homes.find(({ slug }) => slug === home.slug);
  expect(taken).toMatchObject({ isFree: false, reason: 'dates_taken', message: expect.any(String) });
  expect(taken).not.toHaveProperty('continueUrl');
  expect(content.properties).toEqual(
    (await availability()).map((row) => expect.objectContaining(row as Record<string, unknown>)),
  );
});

const availability = async () => {
  const query = new URLSearchParams({ ...stay(), guests: '2' });
  return (await (await app.request('GET', `/api/availability?${query}`)).json()) as object[];
};

test('check_dates returns the same days as the API', async () => {
  const { content } = await call('check_dates', {
    property: home.slug,
    from: '2027-07-01',
    to: '2027-07-20',
  });
  const response = await app.request(
    'GET',
    `/api/properties/${home.slug}/calendar?from=2027-07-01&to=2027-07-20`,
  );
  expect(content).toEqual({ property: home.slug, ...((await response.json()) as object) });
});

test('policies are sentences about refunds, taxes and house rules', async () => {
  const { content } = await call('get_policies', { property: home.slug });
  expect(content).toMatchObject({
    property: home.slug,
    cancellation: ['Rent is not refunded; cleaning and pet fees with their taxes go back.'],
    textOfTheProperty: { houseRules: ['No smoking', 'No parties'] },
  });
  expect(content.taxes).toContain(
    'Florida transient rental sales tax: 6% of rent, taxed fees and the taxes before it, for State of Florida, not on stays of more than 184 nights.',
  );
});

test.each<[string, object, string]>([
  ['find_stays', { checkout: '2027-07-10', guests: 2 }, 'Check-in must be a valid date'],
  ['find_stays', { guests: 2 }, 'Check-in must be a valid date'],
  ['find_stays', { pets: 1, flexDays: 2 }, 'Check-in must be a valid date'],
  ['find_stays', stay({ guests: [2] }), 'Guests must be a whole number, 1 or more'],
  ['find_stays', stay({ flexDays: 8 }), 'Flexible days must be from 0 to 7'],
  ['find_stays', stay({ property: 'x' }), 'There is no argument "property". find_stays takes checkin,'],
  ['get_home', {}, 'Please name a home by its slug'],
  ['get_home', { property: 7 }, 'Please name a home by its slug'],
  ['get_home', { property: 'no-such-home' }, 'There is no home at this address.'],
  ['check_dates', { property: 'x', from: '2027-02-30', to: '2027-03-01' }, 'From must be a valid date'],
  ['check_dates', { property: 'x', from: '2027-01-01', to: '2030-01-01' }, 'To cannot be more than 750'],
  ['get_quote', stay(), 'Please choose a home'],
  ['get_quote', stay({ property: 'x', guests: '2' }), 'Guests must be a whole number, 1 or more'],
  ['get_quote', stay({ property: 'x', checkout: '2027-07-05' }), 'Check-out must be after check-in.'],
  ['get_quote', stay({ property: 'x', checkout: '2027-07-01' }), 'Check-out must be after check-in.'],
  ['get_quote', stay({ property: 'x\u0000' }), 'This text holds a character that cannot be stored'],
  ['get_policies', { slug: 'x' }, 'There is no argument "slug". get_policies takes property.'],
])('%s rejects the wrong arguments %j with a message', async (name, args, message) => {
  const { isError, text } = await call(name, args);
  expect(isError).toBe(true);
  expect(text).toContain(message);
});

test('a stay that is not sold has its reason, and the stays that are sold instead', async () => {
  await addBooking(db, { property_id: home.id, checkin: '2027-07-06', checkout: '2027-07-08' });
  const { isError, text } = await call('get_quote', stay({ property: home.slug }));
  expect(isError).toBe(true);
  const [message, details] = text.split('\n');
  expect(message).toMatch(/is booked from July 6\. .+ is free, \$[\d,.]+ in all\.$/);
  expect(JSON.parse(details ?? '')).toMatchObject({ reason: 'dates_taken', nearest: [{}, {}, {}] });
});

test('an internal error returns a message, and is logged', async () => {
  const failing = {
    ...app,
    platform: { ...app.platform, consumeLimit: () => Promise.reject(new TypeError('x')) },
  };
  const response = await postMessage(agentFetch(failing), {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'get_home', arguments: { property: home.slug } },
  });
  expect(await response.text()).toContain('Something went wrong on our side.');
});

test('without arguments every home is listed, with its page; one date alone is wrong', async () => {
  const { content, isError } = await call('find_stays', {});
  const list = (await (await app.request('GET', '/api/properties')).json()) as { slug: string }[];
  expect(isError).toBe(false);
  expect((content.properties as { slug: string }[]).map(({ slug }) => slug)).toEqual(
    list.map(({ slug }) => slug),
  );
  expect((content.properties as object[])[0]).toMatchObject({
    url: expect.stringContaining('/stays/'),
    guests: expect.any(Number),
  });
  expect((await call('find_stays', { checkin: '2027-07-05' })).isError).toBe(true);
});

test('an unknown home is rejected with a list of the existing ones', async () => {
  for (const [name, args] of [
    ['get_home', { property: 'no-such-home' }],
    ['check_dates', { property: 'no-such-home', from: '2027-07-01', to: '2027-07-20' }],
    ['get_quote', stay({ property: 'no-such-home' })],
    ['get_policies', { property: 'no-such-home' }],
  ] as const) {
    const { isError, text } = await call(name, args);
    expect([name, isError, text.includes(home.slug)]).toEqual([name, true, true]);
  }
});

test('a home has the public part of its guide, as text, and the average of its reviews', async () => {
  await db
    .insertInto('guide_sections')
    .values([
      {
        property_id: home.id,
        title: 'The beach',
        html_rich_text: '<p>Two minutes &amp; a dune</p>',
        reveal: 'public',
      },
      { property_id: home.id, title: 'The door', html_rich_text: '<p>Secret</p>', reveal: 'arrival' },
    ])
    .execute();
  // A new home is visible once the notification of the change has arrived.
  await expect.poll(async () => (await call('get_home', { property: home.slug })).isError).toBe(false);
  const { content } = await call('get_home', { property: home.slug });
  expect(content.reviews).toEqual({ average: null, count: 0 });
  const { guide } = content.textOfTheProperty as { guide: { title: string; text: string }[] };
  expect(guide).toContainEqual({ title: 'The beach', text: 'Two minutes & a dune' });
  expect(JSON.stringify(guide)).not.toContain('Secret');
});
