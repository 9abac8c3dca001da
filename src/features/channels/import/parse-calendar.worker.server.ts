import { serveRequests } from '../../../platform/images/child-worker.server.ts';
import { FeedError } from '../feed.ts';
import { type ParsedFile, type ParseRequest, parseCalendar } from './parse-calendar.server.ts';

/* The process behind runParser: it is only ever forked, so that a file that never ends can be stopped. */

// The library warns with words of the file, which would stand in the site's log.
console.warn = () => {};

export type ParseResponse = { file: ParsedFile } | { problem: string };

serveRequests<ParseRequest, ParseResponse>(async (request) => {
  try {
    return { file: parseCalendar(request) };
  } catch (error) {
    if (error instanceof FeedError) return { problem: error.message };
    return { problem: 'The calendar cannot be read.' };
  }
});
