import pino from 'pino';

export type Log = pino.Logger;

/** Names whose values never reach a log line, at the top level and one level down. */
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

/** JSON lines on standard output; names of secrets and of personal data are redacted. */
export const createLog = (level: string): Log =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[redacted]',
    },
  });
