import pino from 'pino';
import { standardOutput } from './standard-output.server.ts';

export type Log = pino.Logger;

/** Names whose values never reach a log line, at the top level and two levels down. */
const secretNames = [
  'password',
  'secret',
  'token',
  'otp',
  'code',
  'cookie',
  'authorization',
  'setCookie',
  'email',
  'phone',
  'message_text',
];

/** What looks like a secret or a person's address, wherever it stands; the first group keeps a JSON escape whole. */
const patterns = [
  /(\\u[0-9a-f]{4}|\\.)?[a-z0-9.!#$&'*+=?^_`{|}~-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+/gi,
  /(\\u[0-9a-f]{4}|\\.)?(?:sk|rk|pk)_(?:live|test)_\w+/g,
  /(\\u[0-9a-f]{4}|\\.)?whsec_\w+/g,
  /(:\/\/)[^\s"/@]{1,200}:[^\s"/@]{0,200}@/g,
];

/** Every pattern needs one of these; most lines hold neither, and looking is much cheaper than matching. */
const mayMatch = (line: string): boolean => line.includes('@') || line.includes('_');

const redact = (line: string): string =>
  mayMatch(line) ? patterns.reduce((text, pattern) => text.replace(pattern, '$1[redacted]'), line) : line;

let lastSecond = 0;
let lastPrefix = '';

/** The time as pino writes it, made from the last one: writing it out anew costs more than all the rest of a line. */
function timestamp(): string {
  const now = Date.now();
  const second = Math.floor(now / 1000);
  if (second !== lastSecond) lastPrefix = `,"time":"${new Date(now).toISOString().slice(0, 20)}`;
  lastSecond = second;
  return `${lastPrefix}${String(now % 1000).padStart(3, '0')}Z"`;
}

/**
 * JSON lines on standard output; names of secrets and of personal data are redacted, and so is whatever looks like one.
 * @param destination takes the lines instead
 */
export const createLog = (level: string, destination?: pino.DestinationStream): Log =>
  pino(
    {
      level,
      base: null,
      timestamp,
      serializers: { err: describeError },
      redact: {
        paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[redacted]',
      },
      hooks: { streamWrite: redact },
    },
    destination ?? standardOutput(),
  );

const maxCauseDepth = 3;

/**
 * What a log line says of an error: kind, words, place, the code of PostgreSQL or the system, and what caused it. The
 * rest of an error's properties are left out: a database's `detail` holds whole rows, a mail server's answer addresses.
 */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return String(error);
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown };
  const message = stripValues(error.message, code);
  return {
    type: error.name,
    message,
    failure: typeof code === 'string' ? code : undefined,
    constraint,
    table,
    stack: [`${error.name}: ${message}`, ...stackLines(error)].join('\n'),
    cause:
      error.cause === undefined || depth >= maxCauseDepth ? undefined : describeError(error.cause, depth + 1),
  };
}

const stackLines = (error: Error): string[] =>
  (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line));

/** PostgreSQL repeats what was typed when it cannot read it (class 22, "data exception"). */
const stripValues = (message: string, code: unknown): string =>
  typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code) ? message.replace(/".*"/s, '"…"') : message;
