import { calls, postOnly } from '../../../shared/http/calls.ts';
import { visitsPath } from './send-view.ts';

export const visits = calls(visitsPath, {
  count: postOnly<undefined>('', 'The view could not be counted'),
});
