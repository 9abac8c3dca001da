import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { fetchSafely, maxFeedBytes } from './fetch-calendar.server.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function serve(listener: RequestListener): Promise<{ port: number; requests: string[] }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    listener(request, response);
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { port: (server.address() as AddressInfo).port, requests };
}

/** The signal is a limit for a response that never comes. */
const fetchHere = (url: string, more: Partial<Parameters<typeof fetchSafely>[1]> = {}) =>
  fetchSafely(url, { headers: {}, signal: AbortSignal.timeout(50_000), isLocal: true, ...more });

const answersOk: RequestListener = (_, response) => response.end('ok');

test.each([
  'http://10.0.0.1/a',
  'http://192.168.1.1/a',
  'http://172.16.0.1/a',
  'http://100.64.0.1/a',
  'http://169.254.169.254/latest/meta-data',
  'http://0.0.0.0/a',
  'http://[fe80::1]/a',
  'http://[fd00::1]/a',
  'http://[::ffff:10.0.0.1]/a',
  'http://[::ffff:a9fe:a9fe]/a',
  'http://[64:ff9b::a00:1]/a',
  'http://[::a00:1]/a',
  'http://167772161/a',
  'http://012.0.0.1/a',
  'http://0xa000001/a',
  'http://[2002:a00:1::]/a',
  'http://255.255.255.255/a',
])('T-87: %s is a private address, also in local mode', async (url) => {
  await expect(fetchHere(url)).rejects.toThrow('not public');
});

test.each(['file:///etc/passwd', 'gopher://example.com/', 'ftp://example.com/a.ics', 'data:text/calendar,x'])(
  'T-87: the scheme of %s is rejected',
  async (url) => {
    await expect(fetchHere(url)).rejects.toThrow('https://');
  },
);

test('T-87: credentials are rejected, and text that is no URL', async () => {
  await expect(fetchHere('http://ann:secret@127.0.0.1/a')).rejects.toThrow('user name or password');
  await expect(fetchHere('not an address')).rejects.toThrow('cannot be read');
});

test('T-87: in production plain HTTP and this machine are rejected before anything is sent', async () => {
  const { port, requests } = await serve(answersOk);
  const isLocal = false;
  await expect(fetchHere(`http://127.0.0.1:${port}/`, { isLocal })).rejects.toThrow('https://');
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0177.0.0.1'])
    await expect(fetchHere(`https://${host}:${port}/`, { isLocal })).rejects.toThrow('not public');
  expect(requests).toEqual([]);
});

test('T-87: a name with one address that is not public is rejected', async () => {
  const { port, requests } = await serve(answersOk);
  const resolve = async () => [
    { address: '93.184.215.14', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ];
  const url = `https://feeds.example:${port}/`;
  await expect(fetchHere(url, { resolve, isLocal: false })).rejects.toThrow('not public');
  expect(requests).toEqual([]);
});

test('T-87: a name is resolved once, and the address that was checked is connected to', async () => {
  const { port, requests } = await serve(answersOk);
  let lookups = 0;
  const rebinding = async () => {
    lookups += 1;
    return [{ address: lookups === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
  };
  const { status } = await fetchHere(`http://feeds.example:${port}/a`, { resolve: rebinding });
  expect({ status, lookups, requests }).toEqual({ status: 200, lookups: 1, requests: ['/a'] });
});

test.each(['http://10.0.0.1/', 'http://169.254.169.254/', 'file:///etc/passwd', 'http://a:b@127.0.0.1/'])(
  'T-87: a redirect to %s is not followed',
  async (location) => {
    const { port, requests } = await serve((_, response) => response.writeHead(302, { location }).end());
    await expect(fetchHere(`http://127.0.0.1:${port}/`)).rejects.toThrow();
    expect(requests).toHaveLength(1);
  },
);

test('redirects are followed three times, and not for ever', async () => {
  const { port, requests } = await serve(({ url }, response) =>
    url === '/3'
      ? response.end('ok')
      : response.writeHead(301, { location: `/${Number(url?.slice(1)) + 1}` }).end(),
  );
  expect((await fetchHere(`http://127.0.0.1:${port}/0`)).body.toString()).toBe('ok');
  requests.length = 0;
  await expect(fetchHere(`http://127.0.0.1:${port}/4`)).rejects.toThrow('redirects too often');
  expect(requests).toHaveLength(4);
});

test('T-88: a body above 5 MB is cut off, with any Content-Length', async () => {
  const chunk = Buffer.alloc(1_000_000, 'x');
  let isCut = false;
  const { port } = await serve(async (_, response) => {
    response.once('close', () => {
      isCut = true;
    });
    // The response never ends by itself.
    for (let sent = 0; sent < 100 && !response.destroyed; sent += 1) {
      response.write(chunk);
      await pause(1);
    }
  });
  await expect(fetchHere(`http://127.0.0.1:${port}/`)).rejects.toThrow('larger than 5 MB');
  await expect.poll(() => isCut).toBe(true);
});

test('T-88: a gzip bomb ends at 5 MB of what it unpacks to', async () => {
  const bomb = gzipSync(Buffer.alloc(100_000_000, 'x'));
  expect(bomb.length).toBeLessThan(maxFeedBytes / 10);
  const { port } = await serve((_, response) =>
    response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb),
  );
  await expect(fetchHere(`http://127.0.0.1:${port}/`)).rejects.toThrow('larger than 5 MB');
});

test('a compressed body is unpacked; broken or unknown compression is an error', async () => {
  const answers: Record<string, [string, Buffer]> = {
    '/gzip': ['gzip', gzipSync('BEGIN')],
    '/broken': ['gzip', Buffer.from('not gzip')],
    '/unknown': ['zip9', Buffer.from('x')],
  };
  const { port } = await serve(({ url }, response) => {
    const [encoding = '', body] = answers[url ?? ''] ?? [];
    response.writeHead(200, { 'Content-Encoding': encoding }).end(body);
  });
  const at = (path: string) => fetchHere(`http://127.0.0.1:${port}${path}`);
  expect((await at('/gzip')).body.toString()).toBe('BEGIN');
  await expect(at('/broken')).rejects.toThrow('could not be fetched');
  await expect(at('/unknown')).rejects.toThrow('compressed');
});

test.each(['', 'none', 'UTF-8', '8bit', 'binary'])(
  'a server that calls its encoding "%s" sends plain text',
  async (encoding) => {
    const { port } = await serve((_, response) =>
      response.writeHead(200, { 'Content-Encoding': encoding }).end('BEGIN'),
    );
    expect((await fetchHere(`http://127.0.0.1:${port}/`)).body.toString()).toBe('BEGIN');
  },
);

test('a compressed file is unpacked without a word of its server, within 5 MB, and rejected where it is cut off', async () => {
  const zipped = gzipSync('BEGIN');
  const answers: Record<string, [Record<string, string>, Buffer]> = {
    '/calendar.ics.gz': [{ 'Content-Type': 'application/gzip' }, zipped],
    '/twice': [{ 'Content-Encoding': 'gzip' }, gzipSync(zipped)],
    '/cut': [{}, zipped.subarray(0, -9)],
    '/bomb': [{}, gzipSync(Buffer.alloc(maxFeedBytes + 1, 'x'))],
  };
  const { port } = await serve(({ url }, response) => {
    const [headers, body] = answers[url ?? ''] ?? [];
    response.writeHead(200, headers).end(body);
  });
  const at = (path: string) => fetchHere(`http://127.0.0.1:${port}${path}`);
  expect((await at('/calendar.ics.gz')).body.toString()).toBe('BEGIN');
  expect((await at('/twice')).body.toString()).toBe('BEGIN');
  await expect(at('/cut')).rejects.toThrow('broken or cut off');
  await expect(at('/bomb')).rejects.toThrow('larger than 5 MB');
});

test('T-88: one byte at a time ends with the deadline, and a cut connection is an error', async () => {
  const { port } = await serve(async ({ url }, response) => {
    response.writeHead(200, { 'Content-Length': 1_000 });
    if (url === '/cut') return void response.write('x', () => response.destroy());
    while (!response.destroyed) {
      response.write('x');
      await pause(20);
    }
  });
  const signal = AbortSignal.timeout(200);
  await expect(fetchHere(`http://127.0.0.1:${port}/drip`, { signal })).rejects.toThrow('in time');
  await expect(fetchHere(`http://127.0.0.1:${port}/cut`)).rejects.toThrow('broke off');
});

test('a machine that is not there is named as such', async () => {
  // Nothing listens there.
  await expect(fetchHere('http://127.0.0.1:9/')).rejects.toThrow('does not accept connections');
  const missing = async () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
  await expect(fetchHere('http://feeds.example/', { resolve: missing })).rejects.toThrow('no machine');
});
