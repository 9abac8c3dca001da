import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statfsSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { makeFolder, folder as place, root } from './place.ts';
import { type Program, startProgram } from './program.ts';

const tools = { buildah: '/usr/bin/buildah', debootstrap: '/usr/sbin/debootstrap' };
const [buildah, debootstrap] = [tools.buildah, tools.debootstrap];
const suite = 'bookworm';

/** The names of programs that are missing for building images; `root` if we are not root. */
export const missingImageTools = (): string[] => [
  ...(process.getuid?.() === 0 ? [] : ['root']),
  ...Object.entries(tools).flatMap(([name, file]) => (existsSync(file) ? [] : [`Debian's ${name}`])),
];

export interface BuiltImage {
  bytes: number;
  /** The folder of its files. */
  folder: string;
  command: string[];
  healthCheck: string[];
  /** Runs a command in a container of it, as its user and with its settings beside these. */
  run(env: Record<string, string>, command: string[]): Program;
}

const overlayFs = 0x794c7630;
/** Uses the kernel's layers; copies whole trees if it has none, or if the folder lies on such layers already. */
const driver =
  readFileSync('/proc/filesystems', 'utf8').includes('overlay') && statfsSync(place).type !== overlayFs
    ? 'overlay'
    : 'vfs';

// This runs before the listener that removes the folder, because they are mounted in it.
process.prependListener('exit', () => {
  for (const mounted of mountsIn(place).reverse()) spawnSync('/bin/umount', ['--lazy', mounted]);
});

const mountsIn = (folder: string): string[] =>
  readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((mounted) => mounted.startsWith(`${folder}/`));

const storage = () => [
  '--storage-driver',
  driver,
  '--root',
  path.join(place, 'images'),
  '--runroot',
  path.join(place, 'images-run'),
];
const environment = {
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  TMPDIR: place,
  BUILDAH_ISOLATION: 'chroot',
};

/** @throws Error with what the program printed */
async function complete(file: string, args: string[]): Promise<string> {
  const program = startProgram(file, args, {
    cwd: root,
    env: environment,
    detached: true,
    name: `${path.basename(file)} ${args.at(-1)}`,
  });
  if ((await program.exited) !== 0)
    throw new Error(`${file} ${args.join(' ')} failed:\n${program.output().slice(-4_000)}`);
  return program.output().trim();
}

const image = (...args: string[]): Promise<string> => complete(buildah, [...storage(), ...args]);

/**
 * Fetches what the image is built on, or makes it from this machine's Debian mirror where no registry is reachable;
 * mostly a wait, so it is begun before other groups and leaves the processors to them.
 * @returns the build arguments that name the bases
 */
export async function prepareBases(): Promise<string[]> {
  return (await isRegistryReachable()) ? [] : ownBases();
}

/** The runtime of steps could not seal the copy of its own program: a race of its own, over by the next try. */
const isBusy = (error: unknown): boolean => /sealing memfd copy/.test((error as Error).message);

/** Builds `deploy/Dockerfile` on the bases that these build arguments name. */
export async function buildImage(bases: string[]): Promise<BuiltImage> {
  const build = () =>
    image(
      'bud',
      '--quiet',
      '--format',
      'docker',
      ...bases,
      // What this machine's npm has fetched once is not fetched again.
      '--volume',
      `${npmCache()}:/root/.npm`,
      '-f',
      'deploy/Dockerfile',
      '-t',
      'pcb-site',
      '.',
    );
  await build().catch((error: unknown) => {
    if (!isBusy(error)) throw error;
    return build();
  });
  const container = await image('from', '--pull-never', 'localhost/pcb-site');
  const mounted = await image('mount', container);
  const config = JSON.parse(await image('inspect', '--type', 'image', 'localhost/pcb-site')) as {
    Docker: { config: { User: string; Cmd: string[]; Healthcheck: { Test: string[] } } };
  };
  const { User, Cmd, Healthcheck } = config.Docker.config;
  const [kind, ...healthCheck] = Healthcheck.Test;
  if (kind !== 'CMD' || !User) throw new Error('the image names no user, or no health check');
  // The authority of the rehearsal's database, where its URL says that it lies.
  const certificates = path.join(place, 'certificates');
  cpSync(certificates, path.join(mounted, certificates), { recursive: true });
  return {
    bytes: Number(execFileSync('du', ['-s', '--block-size=1', mounted], { encoding: 'utf8' }).split('\t')[0]),
    folder: mounted,
    command: Cmd,
    healthCheck,
    run(env, command) {
      const settings = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
      return startProgram(
        buildah,
        [...storage(), 'run', '--isolation', 'chroot', ...settings, container, '--', ...command],
        {
          cwd: root,
          env: environment,
          detached: true,
          name: `image: ${command[0]}`,
        },
      );
    },
  };
}

function npmCache(): string {
  const cache = process.env.npm_config_cache ?? path.join(os.homedir(), '.npm');
  mkdirSync(cache, { recursive: true });
  return cache;
}

async function isRegistryReachable(): Promise<boolean> {
  const { exited } = startProgram(
    buildah,
    [...storage(), 'pull', '--quiet', 'docker.io/library/debian:bookworm-slim'],
    {
      cwd: root,
      env: environment,
    },
  );
  const isReachable = (await exited) === 0;
  if (!isReachable) console.log('  No registry is reachable: the bases are made by debootstrap.');
  return isReachable;
}

/** Makes the two bases. @returns the build arguments that name them */
async function ownBases(): Promise<string[]> {
  const base = makeFolder('base');
  const wanted = ['--variant=minbase', '--include=ca-certificates,libatomic1'];
  await complete(debootstrap, [...wanted, suite, base]);
  for (const name of [
    'var/cache/apt/archives',
    'var/lib/apt/lists',
    'usr/share/doc',
    'usr/share/man',
    'usr/share/locale',
  ])
    rmSync(path.join(base, name), { recursive: true, force: true });
  mkdirSync(path.join(base, 'var/cache/apt/archives/partial'), { recursive: true });
  mkdirSync(path.join(base, 'var/lib/apt/lists/partial'), { recursive: true });
  const container = await image('from', 'scratch');
  await complete('/bin/cp', ['-a', `${base}/.`, await image('mount', container)]);
  await image('commit', '--quiet', container, 'localhost/pcb-base');
  addNode(await image('mount', container));
  // A registry of packages behind a proxy with an authority of its own is reached as from this machine.
  await image('config', '--env', 'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt', container);
  await image('commit', '--quiet', '--rm', container, 'localhost/pcb-build-base');
  rmSync(base, { recursive: true, force: true });
  return [
    '--pull-never',
    '--build-arg',
    'BUILD_IMAGE=localhost/pcb-build-base',
    '--build-arg',
    'BASE_IMAGE=localhost/pcb-base',
  ];
}

/** Adds this machine's npm, the project's Node.js and the authorities that this machine trusts. */
function addNode(mounted: string): void {
  const [npm = '', modules] = [process.env.npm_execpath, path.join(mounted, 'usr/local/lib/node_modules')];
  if (!npm.endsWith('npm-cli.js')) throw new Error('the image is built with npm: use "npm run rehearse"');
  mkdirSync(modules, { recursive: true });
  cpSync(path.join(root, 'node_modules/node/bin/node'), path.join(mounted, 'usr/local/bin/node'));
  cpSync(path.dirname(path.dirname(npm)), path.join(modules, 'npm'), { recursive: true, dereference: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', path.join(mounted, 'usr/local/bin/npm'));
  const authorities = 'etc/ssl/certs/ca-certificates.crt';
  if (existsSync(`/${authorities}`))
    cpSync(`/${authorities}`, path.join(mounted, authorities), { dereference: true });
}
