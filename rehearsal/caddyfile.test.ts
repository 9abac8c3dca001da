import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './place.ts';

test('the proxy’s log of failures leaves out addresses and headers, which hold tokens of offers and keys of bookings', () => {
  const caddyfile = readFileSync(path.join(root, 'deploy', 'Caddyfile'), 'utf8');
  const [, log = ''] = /^\tlog \{\n(.*?)^\t\}$/ms.exec(caddyfile) ?? [];
  expect(log).toContain('level ERROR');
  for (const field of ['request>uri', 'request>headers', 'resp_headers'])
    expect(log).toContain(`${field} delete`);
});

test('the proxy trusts only the networks in TRUSTED_PROXIES about its visitors', () => {
  const caddyfile = readFileSync(path.join(root, 'deploy', 'Caddyfile'), 'utf8');
  const [, networks] = /^\t\ttrusted_proxies \{\$TRUSTED_PROXIES:(\S+)\}$/m.exec(caddyfile) ?? [];
  // TEST-NET-1 of RFC 5737: no machine has it.
  expect(networks).toBe('192.0.2.0/32');
});
