import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from './place.ts';

/** Files of an authority and of a certificate that it signed for `localhost`. */
export interface Certificates {
  authority: string;
  server: string;
  serverKey: string;
}

/** An authority, and a certificate of it for `localhost`. */
export function makeCertificates(): Certificates {
  const folder = makeFolder('certificates');
  const file = (name: string) => path.join(folder, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
  const newKey = ['-newkey', 'rsa:2048', '-nodes', '-keyout'];
  const days = ['-days', '2'];
  const authority = ['-out', file('ca.crt'), '-subj', '/CN=Rehearsal database authority'];
  openssl('req', '-x509', ...newKey, file('ca.key'), ...authority, ...days);
  openssl('req', ...newKey, file('server.key'), '-out', file('server.csr'), '-subj', '/CN=localhost');
  writeFileSync(file('server.ext'), 'subjectAltName=DNS:localhost\nbasicConstraints=critical,CA:FALSE\n');
  const signed = ['-CA', file('ca.crt'), '-CAkey', file('ca.key'), '-CAcreateserial', ...days];
  openssl(
    'x509',
    '-req',
    '-in',
    file('server.csr'),
    ...signed,
    '-extfile',
    file('server.ext'),
    '-out',
    file('server.crt'),
  );
  chmodSync(file('server.key'), 0o600);
  return { authority: file('ca.crt'), server: file('server.crt'), serverKey: file('server.key') };
}
