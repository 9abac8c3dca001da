import { createWorker, WorkerBusy, WorkerExited } from '../../../platform/images/child-worker.server.ts';
import { FeedError } from '../feed.ts';
import type { ParsedFile, ParseRequest } from './parse-calendar.ts';
import type { ParseResponse } from './parse-calendar.worker.server.ts';

const startParser = () =>
  createWorker<ParseRequest, ParseResponse>(new URL('./parse-calendar.worker.server.ts', import.meta.url), {
    maxWaiting: 50,
    idleBeforeStopMs: 30_000,
    maxWorkMs: 5_000,
    maxStartMs: 10_000,
    execArgv: ['--max-semi-space-size=2', '--max-old-space-size=256'],
  });

/** A pool for each urgency, so that a slow file of a timed reading delays no guest who is about to pay. */
const parsers = { timed: startParser(), urgent: startParser() };

export type ParsePriority = keyof typeof parsers;

/**
 * Parses a calendar file in a process of its own. No signal: what a guest has stopped waiting for is stored all the same.
 * @throws FeedError also after 5 seconds, beside the start of that process, and when many files wait
 */
export async function runParser(request: ParseRequest, urgency: ParsePriority): Promise<ParsedFile> {
  const response = await parsers[urgency](request).catch((cause: unknown) => {
    if (cause instanceof WorkerBusy)
      throw new FeedError('Many calendars are being read just now.', { cause });
    if (!(cause instanceof WorkerExited)) throw cause;
    throw new FeedError('The calendar takes too long to read.', { cause });
  });
  if ('problem' in response) throw new FeedError(response.problem);
  return response.file;
}
