// Plain JavaScript without dependencies: this runs on any version of Node.js.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const pollMs = 1_000;

/**
 * Calls `lost`, again each second, once the process that started us has gone. With `npm start` that is npm's shell, which
 * ends silently, or npm itself, which may leave its shell behind.
 */
export function watchParents(lost) {
  const parent = process.ppid;
  const npm = isNpm(parent) ? parent : ifNpm(getParent(parent));
  const isLost = () => process.ppid !== parent || (npm !== null && npm !== parent && isGone(npm, parent));
  setInterval(() => isLost() && lost(), pollMs).unref();
}

const ifNpm = (pid) => (pid !== null && isNpm(pid) ? pid : null);

/** Recognizes npm by the title that it gives its process, or by the program that runs. */
const isNpm = (pid) => /^npm( |$)|npm-cli\.js/.test(getCommand(pid));

function getCommand(pid) {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return ps(pid, 'command');
  } catch {
    return '';
  }
}

function getParent(pid) {
  try {
    // The name in parentheses may hold anything; after it come the state and the parent.
    if (process.platform === 'linux')
      return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[1]);
    return Number(ps(pid, 'ppid')) || null;
  } catch {
    return null;
  }
}

const ps = (pid, column) =>
  execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();

/** Whether npm has ended; where parents cannot be read cheaply, a zombie counts as living. */
function isGone(npm, shell) {
  if (process.platform === 'linux') return getParent(shell) !== npm;
  try {
    process.kill(npm, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
