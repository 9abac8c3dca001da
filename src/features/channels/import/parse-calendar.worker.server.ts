import { serveRequests } from '../../../platform/images/child-worker.server.ts';
import { FeedError } from '../feed.ts';
import { type ParsedFile, type ParseRequest, parseCalendar } from './parse-calendar.ts';

export type ParseResponse = { file: ParsedFile } | { problem: string };

/* The program that `runParser` forks, so that a file that takes too long can be stopped. */
serveRequests<ParseRequest, ParseResponse>(async (request) => {
  try {
    return { file: parseCalendar(request) };
  } catch (error) {
    if (error instanceof FeedError) return { problem: error.message };
    return { problem: 'The calendar cannot be read.' };
  }
});
