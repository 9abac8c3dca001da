import { calls, get, post } from '../../shared/http/calls.ts';
import type {
  CheckRequest,
  CloseRequest,
  ConfirmRequest,
  Launch,
  Mailed,
  OpenRequest,
} from './contract.server.ts';

export const launch = calls('/admin/launch', {
  read: get<Launch>('', 'The list could not be loaded'),
  check: post<CheckRequest, Launch>('/check', 'The list could not be checked. Please try again.'),
  confirm: post<ConfirmRequest, Launch>('/confirm', 'That could not be confirmed. Please try again.'),
  sendMail: post<undefined, Mailed>('/mail', 'The test mail could not be sent. Please try again.'),
  open: post<OpenRequest, Launch>('/open', 'The site could not be opened. Please try again.'),
  close: post<CloseRequest, Launch>('/close', 'The site could not be closed. Please try again.'),
});
