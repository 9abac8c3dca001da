import pino from 'pino';

export type Log = pino.Logger;

/** Redacted at the top level and two levels down. */
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

/** Secrets and e-mail addresses anywhere in a line; the first group keeps a JSON escape whole. */
const patterns = [
  /(\\u[0-9a-f]{4}|\\.)?[a-z0-9.!#$&'*+=?^_`{|}~-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+/gi,
  /(\\u[0-9a-f]{4}|\\.)?(?:sk|rk|pk)_(?:live|test)_\w+/g,
  /(\\u[0-9a-f]{4}|\\.)?whsec_\w+/g,
  /(:\/\/)[^\s"/@]{1,200}:[^\s"/@]{0,200}@/g,
  /(\/(?:offers|calendars|reviews|cleaning|trips\/shared)\/)[\w-]{16,}/g,
  /([?&](?:key|token|code|sessionId)=)[^\s"&#]+/g,
];

/** Every pattern needs one of these; a search is much cheaper than the patterns. */
const parts = ['@', '_', '/offers/', '/calendars/', '/reviews/', '/cleaning/', '/shared/', '='];
const mayMatch = (line: string): boolean => parts.some((part) => line.includes(part));

const redact = (line: string): string =>
  mayMatch(line) ? patterns.reduce((text, pattern) => text.replace(pattern, '$1[redacted]'), line) : line;

let lastSecond = 0;
let lastPrefix = '';

/** Reuses the last second's text: formatting it again costs more than the rest of a line. */
function timestamp(): string {
  const now = Date.now();
  const second = Math.floor(now / 1000);
  if (second !== lastSecond) lastPrefix = `,"time":"${new Date(now).toISOString().slice(0, 20)}`;
  lastSecond = second;
  return `${lastPrefix}${String(now % 1000).padStart(3, '0')}Z"`;
}

/** Writes JSON lines to standard output (or `destination`), with secrets and personal data redacted. */
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

/** Logs only named properties: PostgreSQL's `detail` holds whole rows, a mail server's response addresses. */
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

/** PostgreSQL repeats the input that it cannot parse (class 22, "data exception"). */
const stripValues = (message: string, code: unknown): string =>
  typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code) ? message.replace(/".*"/s, '"…"') : message;

const collectMs = 100;
const maxLines = 500;
/** Matches lines below a warning; a warning is written immediately, with all lines before it. */
const canWait = /^\{"level":[123]0,/;

/** Collects log lines for 0.1 s, and until the exit: a write for each would cost a fifth of a cached page. */
function standardOutput(): pino.DestinationStream {
  const output = pino.destination({ dest: 1, sync: false });
  let lines: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isFlushedAtExit = false;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (lines.length > 0) output.write(lines.join(''));
    lines = [];
  }
  function flushAtExit(): void {
    flush();
    output.flushSync();
  }

  return {
    write(line) {
      if (!isFlushedAtExit) process.once('exit', flushAtExit);
      isFlushedAtExit = true;
      lines.push(line);
      timer ??= setTimeout(flush, collectMs).unref();
      if (lines.length >= maxLines || !canWait.test(line)) flush();
    },
  };
}
