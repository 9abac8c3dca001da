import { calls, get, post } from '../../shared/http/calls.ts';
import type { CheckedReading, ExportLink, FeedList, SentFeedListQuery } from './contract.server.ts';

export const feeds = calls('/admin/feeds', {
  list: get<FeedList, SentFeedListQuery>('', 'Failed to fetch the calendars', {
    beyondSpec: { feeds: [], exports: [] },
  }),
});

export const feed = calls('/admin/feeds/:id', {
  readNow: post<undefined, CheckedReading>('/read', 'The calendar could not be read.'),
});

export const exportLink = calls('/admin/feeds/links/:id', {
  renew: post<undefined, ExportLink>('/renew', 'The link could not be renewed.'),
});
