import type { AppError } from '../../../shared/errors.ts';
import { reasonError } from '../calendar/reason.ts';

export const withdrawnError = (): AppError =>
  reasonError('not_open', 'This offer was withdrawn. Please choose your dates again, or call us.');
