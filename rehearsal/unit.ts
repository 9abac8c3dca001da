/** What a systemd unit says about starting and ending its process. */
export interface Unit {
  command: string[];
  environment: Record<string, string>;
  environmentFile: string;
  workingDirectory: string;
  stateDirectory: string;
  killSignal: NodeJS.Signals;
  killMode: string;
  timeoutStopMs: number;
  restartMs: number;
}

/**
 * Reads a template unit as systemd does, as far as ours goes.
 * @param instance the name behind the `@`
 * @throws Error for what this reader does not understand, rather than running something else
 */
export function parseUnit(text: string, instance: string): Unit {
  const { all, one } = readSection(text, 'Service', instance);
  const command = one('ExecStart');
  if (/["'\\$]|^[-@:+!|]/.test(command)) throw new Error(`ExecStart= is more than plain words: ${command}`);
  return {
    command: command.split(/\s+/),
    environment: Object.fromEntries(all('Environment').flatMap((line) => line.split(/\s+/).map(assignment))),
    environmentFile: one('EnvironmentFile'),
    workingDirectory: one('WorkingDirectory'),
    stateDirectory: `/var/lib/${one('StateDirectory')}`,
    killSignal: one('KillSignal') as NodeJS.Signals,
    killMode: one('KillMode'),
    timeoutStopMs: milliseconds(one('TimeoutStopSec')),
    restartMs: milliseconds(one('RestartSec')),
  };
}

/** The address and port that a socket unit listens on. */
export function parseSocketUnit(text: string, instance: string): { host: string; port: number } {
  const [host = '', port] = readSection(text, 'Socket', instance).one('ListenStream').split(':');
  return { host, port: Number(port) };
}

/** `200ms`, or seconds. */
const milliseconds = (text: string): number =>
  text.endsWith('ms') ? Number.parseFloat(text) : 1_000 * Number(text);

function readSection(text: string, section: string, instance: string) {
  const keys = keysOf(text, section);
  const all = (key: string) => (keys.get(key) ?? []).map((value) => expand(value, instance));
  const one = (key: string) => {
    const [value, ...more] = all(key);
    if (value === undefined || more.length > 0) throw new Error(`the unit must have one ${key}=`);
    return value;
  };
  return { all, one };
}

/** The keys of a section, each with its values in their order. */
function keysOf(text: string, wanted: string): Map<string, string[]> {
  const keys = new Map<string, string[]>();
  let section = '';
  for (const line of text.split('\n').map((raw) => raw.trim())) {
    if (line === '' || /^[#;]/.test(line)) continue;
    const title = /^\[(.+)\]$/.exec(line)?.[1];
    if (title !== undefined) section = title;
    else if (section === wanted) {
      const [key, value] = assignment(line);
      keys.set(key, [...(keys.get(key) ?? []), value]);
    }
  }
  return keys;
}

/** `%i` is the instance; an unknown specifier is rejected. */
const expand = (value: string, instance: string): string =>
  value.replace(/%(.)/g, (specifier, letter) => {
    if (letter === 'i') return instance;
    if (letter === '%') return '%';
    throw new Error(`${specifier} is not understood: ${value}`);
  });

function assignment(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw new Error(`not an assignment: ${text}`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** The settings of an environment file, as systemd reads it; quotes around a whole value are dropped. */
export function parseEnvironmentFile(text: string): Record<string, string> {
  const lines = text.split('\n').map((line) => line.trim());
  const settings = lines.filter((line) => line !== '' && !/^[#;]/.test(line)).map(assignment);
  return Object.fromEntries(settings.map(([name, value]) => [name, value.replace(/^(["'])(.*)\1$/, '$2')]));
}

/** Every name that an environment file sets or offers in a comment (`# NAME=value`). */
export const offeredNames = (text: string): string[] =>
  [...text.matchAll(/^(?:# )?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name);
