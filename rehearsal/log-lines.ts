import type { SiteProcess } from './site.ts';

interface LogLine {
  /** 40 is a warning, 50 an error. */
  level: number;
  /** Milliseconds since 1970. */
  time: number;
  msg: string;
}

const error = 50;

/** What processes have logged as errors since a moment, in milliseconds since 1970. */
export const errorsSince = (sites: readonly SiteProcess[], since: number): LogLine[] =>
  sites
    .flatMap((site) => logLines(site.program().output()))
    .filter(({ level, time }) => level >= error && time >= since);

/** The lines of a log, of which the first may be cut. */
const logLines = (output: string): LogLine[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as LogLine);
