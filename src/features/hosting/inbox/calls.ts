import { calls, get, post } from '../../../shared/http/calls.ts';
import type {
  CloseQuery,
  MailFetched,
  ReplyRequest,
  TemplateList,
  ThreadDetail,
  ThreadList,
  ThreadListQuery,
  UnreadRequest,
} from './contract.server.ts';

/** The hosts' inbox. */
export const inbox = calls('/admin/inbox', {
  list: get<ThreadList, ThreadListQuery>('', 'Failed to fetch your inbox'),
  fetchMail: post<undefined, MailFetched>('/fetch-mail', 'The mailbox could not be read'),
});

export const conversation = calls('/admin/inbox/:id', {
  read: get<ThreadDetail>('', 'Failed to fetch the conversation'),
  templates: get<TemplateList>('/templates', 'Failed to fetch the templates'),
  reply: post<ReplyRequest, ThreadDetail>('/reply', 'Your answer could not be sent. Please try again.'),
  close: post<undefined, ThreadDetail, CloseQuery>('/close', 'The conversation could not be closed'),
  reopen: post<undefined, ThreadDetail>('/reopen', 'The conversation could not be opened'),
  renewAddresses: post<undefined, ThreadDetail>('/renew-addresses', 'The addresses could not be renewed'),
  markUnread: post<UnreadRequest, ThreadDetail>('/unread', 'The mark could not be changed'),
});
