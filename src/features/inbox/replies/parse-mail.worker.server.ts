import { serveRequests } from '../../../platform/images/child-worker.server.ts';
import { type ParseMailRequest, parseReply, type ReplyMail } from './parse-mail.server.ts';

/* The process behind runMailParser: it is only ever forked, so that a mail that takes too long can be stopped. */

export type ParseMailResponse = { reply: ReplyMail } | { problem: string };

serveRequests<ParseMailRequest, ParseMailResponse>(async ({ source, sizeBytes, sent }) => {
  try {
    return { reply: await parseReply(Buffer.from(source), sizeBytes, sent) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
});
