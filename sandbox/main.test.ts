import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { listenLocally } from './listen.ts';
import { basket, openFixture, send, stripeClient } from './test-fixture.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const fixture of opened.splice(0)) await fixture.close();
});

async function open(changes: Parameters<typeof openFixture>[0] = {}) {
  const fixture = await openFixture(changes);
  opened.push(fixture);
  return fixture;
}

test('the first page names the stand-ins and says that nothing is real', async () => {
  const { url } = await open();
  const text = await (await fetch(url)).text();
  expect(text).toContain('Mailbox');
  expect(text).toContain('No real money or mail is involved.');
});

test('a taken port is rejected with one sentence that says what to do', async () => {
  const { url, smtpUrl } = await open();
  const port = Number(new URL(url).port);
  await expect(openFixture({ port })).rejects.toThrow(
    `Port ${port} is needed for the stand-ins for outside services`,
  );
  const smtpPort = Number(new URL(smtpUrl).port);
  await expect(openFixture({ smtpPort })).rejects.toThrow(
    `Port ${smtpPort} is needed for the stand-in mail server`,
  );
});

test('a free port is one that is free on both loopback addresses', async () => {
  const others: Server[] = [];
  onTestFinished(() => {
    for (const other of others) other.close();
  });
  let attempts = 0;
  /** The first server's port is taken on the second address. */
  const create = () => {
    const server = createServer();
    attempts += 1;
    if (attempts === 1)
      server.prependListener('listening', () => {
        const { port } = server.address() as AddressInfo;
        others.push(createServer().listen(port, '::1'));
      });
    return server;
  };
  const listening = await listenLocally(create, 0, 'a test');
  opened.push(listening);
  expect(attempts).toBe(4);
});

test('it listens on both loopback addresses', async () => {
  const { url } = await open();
  const { port } = new URL(url);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  expect((await fetch(`http://[::1]:${port}/`)).status).toBe(200);
});

test('with a data file, mail, sessions and stored responses survive a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  const dataFile = join(folder, 'deep', 'sandbox.jsonl');
  const first = await openFixture({ dataFile });
  const params = basket(first.appUrl);
  const created = await stripeClient(first.url).checkout.sessions.create(params, { idempotencyKey: 'one' });
  await send(`${first.url}/stripe/test/sessions/${created.id}/complete`);
  await createTransport(first.smtpUrl).sendMail({
    from: 'a@example.com',
    to: 'b@example.com',
    subject: 'kept',
  });
  await first.events(1);
  await first.close();

  const second = await open({ dataFile });
  const stripe = stripeClient(second.url);
  expect((await stripe.checkout.sessions.retrieve(created.id)).payment_status).toBe('paid');
  expect((await stripe.checkout.sessions.create(params, { idempotencyKey: 'one' })).id).toBe(created.id);
  expect(await (await fetch(`${second.url}/mail/messages`)).json()).toMatchObject([{ subject: 'kept' }]);
  await rm(folder, { recursive: true });
});

test('an event the product did not take before a restart is sent again after it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  const dataFile = join(folder, 'sandbox.jsonl');
  const first = await openFixture({ dataFile, appUrl: 'http://localhost:9' });
  const { id } = await stripeClient(first.url).checkout.sessions.create(basket(first.appUrl));
  await send(`${first.url}/stripe/test/sessions/${id}/expire`);
  await first.close();

  const second = await open({ dataFile });
  expect((await second.events(1)).map(({ type }) => type)).toEqual(['checkout.session.expired']);
  await rm(folder, { recursive: true });
});
