import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { sendCsv } from '../../../test/rows.ts';
import { openMessagesForFile } from '../../../test/scheduled-messages.ts';
import { newId } from '../../shared/uuid.server.ts';

const site = await openMessagesForFile();
const { db } = site;

const add = (table: string, row: object) => site.send('POST', `/api/tables/${table}`, row);
const rule = async (more: object = {}) => ({
  name: 'Rule',
  template_id: await site.addTemplate(),
  event: 'arrival',
  ...more,
});

test('four rules are seeded with their templates, all but the second switched off', async () => {
  const app = await testApp();
  const rows = await app.platform.db
    .selectFrom('message_rules')
    .innerJoin('message_templates', 'message_templates.id', 'template_id')
    .select([
      'message_rules.name',
      'event',
      'offset_days',
      'at_time',
      'when_late',
      'only_if_paid',
      'is_active',
    ])
    .select(['message_templates.name as template', 'subject'])
    .orderBy('message_rules.name', 'desc')
    .execute();
  await app.close();
  expect(rows.map(({ subject, only_if_paid, ...row }) => Object.values(row))).toEqual([
    ['Thank you', 'booked', 0, '10:00', 'send', false, 'Thank you'],
    ['Leaving tomorrow', 'departure', -1, '17:00', 'send', false, 'Leaving tomorrow'],
    ['Is everything right?', 'arrival', 1, '09:30', 'send', false, 'Is everything right?'],
    ['Before you arrive', 'arrival', -7, '10:00', 'skip', true, 'Before you arrive'],
  ]);
  expect(rows.every(({ subject, only_if_paid }) => subject !== '' && !only_if_paid)).toBe(true);
});

test('a rule that says little goes out at 10:00, to late bookings too, for all homes', async () => {
  expect(await add('message_rules', await rule())).toMatchObject({
    status: 201,
    offset_days: 0,
    at_time: '10:00',
    when_late: 'send',
    only_if_paid: false,
    is_active: true,
    property_id: null,
  });
});

test.each<[string, object]>([
  ['offset_days', { offset_days: 366 }],
  ['offset_days', { offset_days: -366 }],
  ['offset_days', { event: 'booked', offset_days: -1 }],
  ['event', { event: 'birthday' }],
  ['at_time', { at_time: '25:00' }],
  ['at_time', { at_time: '9:00' }],
  ['when_late', { when_late: 'never' }],
  ['template_id', { template_id: null }],
  ['name', { name: '' }],
])('a rule with a wrong %s is rejected (%j)', async (field, more) => {
  const answer = await add('message_rules', await rule(more));
  expect([answer.status, Object.keys(answer.fields)]).toEqual([400, [field]]);
});

test('a rule of a template that does not exist is rejected', async () => {
  expect((await add('message_rules', await rule({ template_id: newId() }))).status).toBeGreaterThanOrEqual(
    400,
  );
});

test('a rule with days before its day is not changed to count from the confirmation', async () => {
  const { id } = await add('message_rules', await rule({ offset_days: -7 }));
  expect(await site.send('PUT', `/api/tables/message_rules/${id}`, { event: 'booked' })).toMatchObject({
    status: 400,
    message: 'Counted from the confirmation it must be 0 or more',
  });
});

test('a template with an unknown placeholder is rejected with the list, in its text and in its subject', async () => {
  const list =
    '{guest}, {home}, {checkin}, {checkout}, {dates}, {guests}, {code}, {trip}, {guide}, {wifi}, {access}, {checkin_time}, {checkout_time}, {open_balance}, {review}, {host}';
  const answer = await add('message_templates', { name: 'T', text: 'Hi {gest}', subject: 'For {homes}' });
  expect(answer).toMatchObject({
    status: 400,
    fields: {
      text: `There is no placeholder {gest}; there are ${list}`,
      subject: `There is no placeholder {homes}; there are ${list}`,
    },
  });
  const fine = list.replaceAll(',', '');
  const { status, id } = await add('message_templates', { name: 'T', text: fine, subject: '{home}' });
  expect(status).toBe(201);
  const changed = await site.send('PUT', `/api/tables/message_templates/${id}`, { subject: '{nobody}' });
  expect([changed.status, Object.keys(changed.fields)]).toEqual([400, ['subject']]);
});

test.each(['{wifi2}', '{check-in}', '{check in}'])('a template with %s is rejected', async (unknown) => {
  const text = `It is ${unknown}`;
  expect(await add('message_templates', { name: 'T', text })).toMatchObject({
    status: 400,
    fields: { text: expect.stringContaining(`There is no placeholder ${unknown}; there are {guest}, `) },
  });
});

test('the name of a template is checked, too, where it goes out as the subject', async () => {
  const name = 'Thank you, {gest}';
  expect(await add('message_templates', { name, text: 'Hi' })).toMatchObject({
    status: 400,
    fields: { name: expect.stringContaining('There is no placeholder {gest}; there are {guest}, ') },
  });
  const { status, id } = await add('message_templates', { name, text: 'Hi', subject: 'Thank you' });
  expect(status).toBe(201);
  const put = (set: object) => site.send('PUT', `/api/tables/message_templates/${id}`, set);
  const { status: refused, fields } = await put({ subject: '' });
  expect([refused, Object.keys(fields)]).toEqual([400, ['name']]);
  expect((await put({ text: 'Hello' })).status).toBe(200);
  expect((await put({ name: 'Thank you, {guest}', subject: '' })).status).toBe(200);
});

test('a template with an unknown placeholder is rejected in an import, too, whether it is new or changed', async () => {
  const { id } = await add('message_templates', { name: 'Imported', text: 'Hi', subject: 'Hi' });
  const report = await sendCsv(
    site.host,
    'message_templates',
    `id,name,subject,text\n,New,Hi,Hi {gest}\n${id},Imported,For {homes},Hi\n`,
    true,
  );
  expect(report.status).toBe(400);
  for (const problem of [
    'Line 2: There is no placeholder {gest};',
    'Line 3: There is no placeholder {homes};',
  ])
    expect(report.message).toContain(problem);
  expect((await site.send('GET', `/api/tables/message_templates/${id}`)).subject).toBe('Hi');
});

test('a rule goes to the trash with its template, and comes back with it', async () => {
  const { id, template_id } = await add('message_rules', await rule());
  const { trashId } = await site.send('DELETE', `/api/tables/message_templates/${template_id}`);
  expect((await site.send('GET', `/api/tables/message_rules/${id}`)).status).toBe(404);
  await site.send('POST', `/api/admin/trash/${trashId}/restore`, {});
  expect((await site.send('GET', `/api/tables/message_rules/${id}`)).status).toBe(200);
});

test('scheduled messages are read-only in the tables', async () => {
  const stay = await site.addPaid(30);
  await site.addRule();
  await site.run();
  const [row] = await site.planned(stay.id);
  expect((await site.send('GET', `/api/tables/scheduled_messages/${row?.id}`)).status).toBe(200);
  for (const [method, path, json] of [
    ['POST', '', { status: 'sent' }],
    ['PUT', `/${row?.id}`, { status: 'sent' }],
    ['DELETE', `/${row?.id}`, undefined],
  ] as const)
    expect((await site.send(method, `/api/tables/scheduled_messages${path}`, json)).status).toBe(403);
});

test('a rule and a stay have one message at most', async () => {
  const stay = await site.addPaid(30);
  await site.addRule();
  await site.run();
  const [row] = await site.planned(stay.id);
  const again = { ...row, id: newId() } as NonNullable<typeof row>;
  await expect(db.insertInto('scheduled_messages').values(again).execute()).rejects.toThrow(
    'scheduled_messages_once',
  );
});
