import { setTimeout as pause } from 'node:timers/promises';
import { serveRequests } from '../src/platform/images/child-worker.server.ts';

/** The instructions for the program of `child-worker.test.ts`. */
export type Wish = 'answer' | 'answer first' | 'crash' | 'never answer' | 'work for long';

export interface Word {
  process: number;
  /** The number of earlier responses. */
  before: number;
  environment: string[];
}

let before = 0;

/** It is only ever forked. */
serveRequests<Wish, Word>(async (wish) => {
  if (wish === 'crash') process.kill(process.pid, 'SIGKILL');
  if (wish === 'crash' || wish === 'never answer') await new Promise(() => {});
  if (wish === 'work for long') await pause(60_000);
  before += 1;
  return { process: process.pid, before: before - 1, environment: Object.keys(process.env) };
});
