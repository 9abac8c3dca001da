// Plain JavaScript without dependencies: this runs on any version of Node.js, before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { watchParents } from './parents.mjs';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
/** The project's own Node.js, brought by npm. */
export const projectNode = path.join(root, 'node_modules', 'node', 'bin', 'node');

const installedStamp = path.join(root, 'node_modules', '.installed-from');
const builtStamp = path.join(root, 'build', '.built-from');

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** One line for a step that takes long, and another when it is done. */
async function step(title, work) {
  const start = Date.now();
  console.log(`• ${title} …`);
  await work();
  console.log(`  done in ${((Date.now() - start) / 1000).toFixed(1)} s`);
}

/** Installs packages when they are missing or were installed from another lock file. */
export async function install() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Error(
      `Node.js ${process.versions.node} is too old: install Node.js 20.19 or newer and start again.`,
    );
  }
  const hash = hashFiles([path.join(root, 'package-lock.json')], `${process.platform} ${process.arch}`);
  if (existsSync(projectNode) && read(installedStamp) === hash) return;
  await step('Installing packages (once, a minute or two)', () =>
    run(process.execPath, [npmCli(), 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
      problem: 'The packages could not be installed',
    }),
  );
  writeFileSync(installedStamp, hash);
}

/** Builds the pages and the server when a source that goes into them changed. */
export async function build() {
  recordCommit();
  const hash = hashFiles(sources());
  if (existsSync(path.join(root, 'build', 'app', 'server.js')) && read(builtStamp) === hash) return;
  await step('Building the site', async () => {
    rmSync(builtStamp, { force: true });
    for (const folder of ['app', 'client', 'server'])
      rmSync(path.join(root, 'build', folder), { recursive: true, force: true });
    const cli = path.join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs');
    await run(projectNode, [cli, 'build'], {
      problem: 'The pages could not be built',
      env: { NODE_ENV: 'production' },
    });
    await run(projectNode, [path.join(root, 'scripts', 'build-server.mjs')], {
      problem: 'The server could not be built',
    });
  });
  await step('Making all sizes of the drawn pictures', () =>
    run(projectNode, [path.join(root, 'scripts', 'build-images.ts')], {
      problem: 'The pictures could not be made',
    }),
  );
  writeFileSync(builtStamp, hash);
}

/** Records the commit that is built, for hosts and operators: the repository's, or COMMIT if there is no repository. */
function recordCommit() {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
  const commit = process.env.COMMIT || stdout?.trim() || '';
  mkdirSync(path.join(root, 'build'), { recursive: true });
  writeFileSync(path.join(root, 'build', 'release.json'), JSON.stringify({ commit }));
}

function sources() {
  const configs = [
    'package-lock.json',
    'vite.config.ts',
    'react-router.config.ts',
    'scripts/build-server.mjs',
  ];
  const folders = ['src', 'public'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$|\.sql$|\.mp4$/.test(entry.name))
      .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name)),
  );
  return [...configs.map((name) => path.join(root, name)), ...folders.sort()];
}

function hashFiles(files, more = '') {
  const hash = createHash('sha256').update(more);
  for (const file of files) hash.update(path.relative(root, file)).update(readFileSync(file));
  return hash.digest('hex');
}

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null);

/** npm's own program, so that no shell is needed to find it. */
function npmCli() {
  const configured = process.env.npm_execpath;
  if (configured?.endsWith('npm-cli.js')) return configured;
  const beside = path.join(
    path.dirname(process.execPath),
    '..',
    'lib',
    'node_modules',
    'npm',
    'bin',
    'npm-cli.js',
  );
  if (existsSync(beside)) return beside;
  throw new Error('npm was not found: run this with npm ("npm start", "npm test").');
}

/** Runs a program quietly; its output is shown only when it fails. */
export function run(file, args, { problem, env = {} }) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const end = (signal) => {
      child.kill(signal);
      process.exit(1);
    };
    for (const signal of endingSignals) process.on(signal, end);
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      for (const signal of endingSignals) process.off(signal, end);
      if (code === 0) return resolve(output);
      const reason = /ENOSPC|no space left/i.test(output)
        ? 'the disk is full; free some space and start again'
        : /EACCES|permission denied/i.test(output)
          ? `this user may not write to ${root}; change its owner or clone it elsewhere`
          : `see the output above`;
      console.error(output.trim());
      reject(new Error(`${problem}: ${reason}.`));
    });
  });
}

/** Hands over to a program under the project's Node.js; signals reach it, and its exit code becomes ours. */
export function handOver(script, args = [], env = {}) {
  const child = spawn(projectNode, [path.join(root, 'scripts', script), ...args], {
    env: { ...process.env, ...env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of endingSignals) process.on(signal, () => child.kill(signal));
  child.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

/** Ends with one sentence instead of a trace, and as by SIGTERM when what started us has ended. */
export async function main(work) {
  watchParents(() => process.kill(process.pid, 'SIGTERM'));
  try {
    await work();
  } catch (error) {
    console.error(`\n${error instanceof Error ? error.message : error}`);
    process.exit(1);
  }
}
