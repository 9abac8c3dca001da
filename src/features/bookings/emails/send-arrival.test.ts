import { expect, test } from 'vitest';
import { openStaysForFile } from '../../../../test/paid-stays.ts';

const stays = await openStaysForFile();

test('an arrival mail waits until there is an address or a way in to send', async () => {
  const home = await stays.addProperty();
  const { code } = await stays.confirmed(home.slug, {}, 2);
  await stays.run();
  expect(await stays.subjects(code, 'guest')).toHaveLength(2);
  expect(await stays.stored(code)).toMatchObject({ arrival_sent_at: null });

  await stays.db
    .updateTable('properties')
    .set({ access_notes: 'Code 4711' })
    .where('id', '=', home.id)
    .execute();
  await stays.run();
  await stays.run();
  const subjects = await stays.subjects(code, 'guest');
  expect(subjects.slice(2)).toEqual([expect.stringContaining('Your arrival on')]);
  expect((await stays.queuedMail()).at(-1)?.text).toContain('Code 4711');
});

test('an arrival mail is neither sent nor counted as sent where there is no address to write to', async () => {
  const { slug } = await stays.addProperty();
  const { code } = await stays.confirmed(slug, {}, 2);
  const { email, property_id: id } = await stays.stored(code);
  await stays.db.updateTable('properties').set({ access_notes: 'Code 4711' }).where('id', '=', id).execute();
  await stays.set(code, { email: 'deleted@account.invalid' });
  await stays.run();
  expect(await stays.subjects(code, 'guest')).toHaveLength(2);
  expect(await stays.stored(code)).toMatchObject({ arrival_sent_at: null });

  await stays.set(code, { email });
  await stays.run();
  expect(await stays.subjects(code, 'guest')).toHaveLength(3);
});
