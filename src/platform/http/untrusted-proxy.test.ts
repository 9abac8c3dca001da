import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { createApi } from '../../api.ts';
import { createLog } from '../observability/logger.server.ts';

let app: TestApp;
let written: string[] = [];
const log = createLog('warn', {
  write(line: string) {
    written.push(line);
  },
});
beforeAll(async () => {
  app = await testApp({ log });
});
beforeEach(() => {
  written = [];
});
afterAll(() => app.close());

/** A new process that trusts these proxies; each of its requests comes from one peer. */
async function requests(trustProxy: string[], peers: string[], header = 'X-Forwarded-For'): Promise<void> {
  const api = createApi({ ...app.platform, settings: { ...app.platform.settings, trustProxy } });
  for (const remoteAddress of peers) {
    const headers = { [header.toLowerCase()]: '198.51.100.4' };
    const incoming = { socket: { remoteAddress }, headers } as never;
    await api.fetch(new Request('http://localhost:3000/api/amenities', { headers }), { incoming });
  }
}

test.each(['127.0.0.1', '::1', '10.0.0.7', '172.17.0.1', '192.168.1.1', '::ffff:10.0.0.7', 'fd00::7'])(
  'a proxy at %s that TRUST_PROXY does not name is warned of, once',
  async (peer) => {
    await requests([], [peer, peer, peer]);
    expect(written).toHaveLength(1);
    expect(JSON.parse(written[0] ?? '')).toMatchObject({
      level: 40,
      event: 'untrusted-proxy',
      proxy: peer,
      msg: expect.stringContaining('TRUST_PROXY'),
    });
    expect(written[0]).not.toContain('198.51.100.4');
  },
);

test.each<[string, Parameters<typeof requests>]>([
  ['a proxy that is trusted', [['10.0.0.0/8'], ['10.0.0.7']]],
  ['a visitor who sends the header', [[], ['203.0.113.9', '2001:db8::1']]],
  ['a proxy that forwards nothing', [[], ['10.0.0.7'], 'X-Other']],
])('%s is not warned of', async (_, [trusted, peers, header]) => {
  await requests(trusted, peers, header);
  expect(written).toEqual([]);
});
