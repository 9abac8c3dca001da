import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';
import { folder, makeFolder, ports, root } from './place.ts';
import { startProgram } from './program.ts';

const startsWithinMs = 20_000;

/** The address of the rehearsed site. */
export const siteAddress = `localhost:${ports.https}`;
export const appUrl = `https://${siteAddress}`;

export interface Caddy {
  /** The certificate of Caddy's own authority, in PEM. */
  authority: string;
  stop(): Promise<void>;
}

/**
 * Starts Debian's Caddy with `deploy/Caddyfile`. The lines before it only concern this machine: no control port, no
 * authority in the system's list, loopback addresses, and a port for plain HTTP that needs no rights.
 */
export async function startProxy(): Promise<Caddy> {
  const config = path.join(folder, 'Caddyfile');
  writeFileSync(
    config,
    `{
	admin off
	skip_install_trust
	default_bind 127.0.0.1
	http_port ${ports.http}
}
import ${path.join(root, 'deploy', 'Caddyfile')}
`,
  );
  const home = makeFolder('caddy');
  const program = startProgram('/usr/bin/caddy', ['run', '--adapter', 'caddyfile', '--config', config], {
    env: {
      PATH: process.env.PATH,
      HOME: home,
      XDG_DATA_HOME: home,
      XDG_CONFIG_HOME: home,
      SITE_ADDRESS: siteAddress,
      UPSTREAMS: ports.sites.map((port) => `127.0.0.1:${port}`).join(' '),
    },
  });
  const certificate = path.join(home, 'caddy', 'pki', 'authorities', 'local', 'root.crt');
  const until = Date.now() + startsWithinMs;
  while (!existsSync(certificate) || !(await speaksTls(readFileSync(certificate, 'utf8')))) {
    if (!program.isRunning() || Date.now() > until)
      throw new Error(`Caddy did not start:\n${program.output()}`);
    await sleep(100);
  }
  return {
    authority: readFileSync(certificate, 'utf8'),
    async stop() {
      program.signal('SIGTERM');
      await program.exited;
    },
  };
}

/** Whether the proxy shows a certificate that this authority signed for the site's name. */
const speaksTls = (ca: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = tls.connect({ host: '127.0.0.1', port: ports.https, servername: 'localhost', ca }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
