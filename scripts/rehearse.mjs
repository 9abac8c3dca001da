import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { build, handOver, install, main } from './prepare.mjs';

/** Debian's packages that a rehearsal takes, and where each one's program lies. */
const programs = {
  caddy: '/usr/bin/caddy',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  openssl: '/usr/bin/openssl',
  pgbouncer: '/usr/sbin/pgbouncer',
};

/** Programs that build the image; without them that part reports that it was not checked. */
const imagePrograms = { buildah: '/usr/bin/buildah', debootstrap: '/usr/sbin/debootstrap' };

const missingAmong = (all) => Object.keys(all).filter((name) => !existsSync(all[name]));
const missingPackages = () => missingAmong(programs);

/** Installs what is missing where that is possible, as root on Debian. */
function installPackages() {
  const groups = process.argv.slice(2);
  const needsImage = groups.length === 0 || groups.includes('image');
  const names = [...missingPackages(), ...(needsImage ? missingAmong(imagePrograms) : [])];
  if (names.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log(`• Installing ${names.join(', ')} …`);
  const aptGet = (...args) =>
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  aptGet('update', '-qq');
  aptGet('install', '-y', '-qq', '--no-install-recommends', ...names);
}

/** `npm run rehearse -- NAME` runs only one group of claims; rehearsal/main.ts names them. */
await main(async () => {
  installPackages();
  const missing = missingPackages();
  if (missing.length > 0)
    throw new Error(
      `The rehearsal was not run: it needs Debian's ${missing.join(', ')} (apt-get install ${missing.join(' ')}).`,
    );
  await install();
  await build();
  handOver('../rehearsal/main.ts', process.argv.slice(2));
});
