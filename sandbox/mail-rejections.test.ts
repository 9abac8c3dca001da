import { once } from 'node:events';
import net from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { openFixture, send } from './test-fixture.ts';

const fixture = await openFixture();
afterAll(() => fixture.close());
const { port, username, password } = new URL(fixture.imapUrl);

/** Sends commands to the mailbox one after another. @returns the last line of each response, without its tag */
async function converse(...commands: string[]): Promise<string[]> {
  const socket = net.connect(Number(port), '127.0.0.1').setEncoding('latin1');
  const ended = once(socket, 'close');
  let received = '';
  socket.on('data', (text) => {
    received += text;
  });
  for (const [at, command] of commands.entries()) socket.write(`t${at} ${command}\r\n`);
  socket.write('end LOGOUT\r\n');
  await ended;
  return commands.map((_, at) => new RegExp(`^t${at} (.*)\r$`, 'm').exec(received)?.[1] ?? '');
}

const login = `LOGIN "${username}" "${password}"`;

test.each(['SELECT INBOX', 'FETCH 1 (UID)', 'LIST "" "*"', 'EXAMINE INBOX', 'NONSENSE'])(
  '%s is rejected before a login, and after a wrong one',
  async (command) => {
    expect(await converse(command)).toEqual(['NO Log in first']);
    expect(await converse('LOGIN reply wrong', command)).toEqual([
      'NO [AUTHENTICATIONFAILED] Wrong user or password',
      'NO Log in first',
    ]);
    expect((await converse(login, 'LOGIN reply wrong', command)).at(-1)).toBe('NO Log in first');
  },
);

test('folders that are not there, mail of no folder and unknown commands are rejected', async () => {
  expect(
    await converse(login, 'SELECT Elsewhere', 'UID FETCH 1 (UID)', 'STORE 1 x', 'select "inbox"'),
  ).toEqual([
    'OK welcome',
    'NO [NONEXISTENT] There is no such folder',
    'BAD Open a folder first',
    'BAD There is no such command here',
    'OK [READ-ONLY] opened',
  ]);
});

test.each([
  [{}, '"refuse" must be true or false'],
  [{ refuse: 'true' }, '"refuse" must be true or false'],
  [{ refuse: 1 }, '"refuse" must be true or false'],
])('the switch %j is rejected and changes nothing', async (switches, message) => {
  expect(await send(`${fixture.url}/mail/switches`, switches)).toEqual({ message });
  expect(await (await fetch(`${fixture.url}/mail/switches`)).json()).toEqual({ refuse: false });
});

test('an unknown mail has no page, and no reply can be sent to it', async () => {
  expect((await fetch(`${fixture.url}/mail/none`)).status).toBe(404);
  expect(await send(`${fixture.url}/mail/none/reply`, { text: 'Hello' })).toEqual({
    message: 'There is no such mail',
  });
});
