import { createWorker } from '../../../platform/images/child-worker.server.ts';
import type { ParseMailRequest, ReplyMail } from './parse-mail.server.ts';
import type { ParseMailResponse } from './parse-mail.worker.server.ts';
import type { SentMail } from './trim-reply.ts';

const parse = createWorker<ParseMailRequest, ParseMailResponse>(
  new URL('./parse-mail.worker.server.ts', import.meta.url),
  {
    maxWaiting: 10,
    idleBeforeStopMs: 30_000,
    maxWorkMs: 5_000,
    maxStartMs: 10_000,
    execArgv: ['--max-semi-space-size=2', '--max-old-space-size=256'],
  },
);

/**
 * Parses a mail in a separate process.
 * @throws Error also if parsing took longer than 5 seconds, without the start of the process
 */
export async function runMailParser(source: Buffer, sizeBytes: number, sent: SentMail): Promise<ReplyMail> {
  const response = await parse({ source, sizeBytes, sent });
  if ('problem' in response) throw new Error(response.problem);
  return response.reply;
}
