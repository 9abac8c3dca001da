import { AppError } from '../../shared/errors.ts';

/** The storage cannot say whether a file is there, written or removed. */
export const storageAway = (cause: unknown): AppError =>
  new AppError('unavailable', 'The pictures and files are out of reach for a moment. Please try again.', {
    retryAfterSeconds: 10,
    cause,
  });

export const diskFull = (cause?: unknown): AppError =>
  new AppError('unavailable', 'There is no room left for this file on the server. Please try again later.', {
    retryAfterSeconds: 300,
    cause,
  });

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

export const isDiskFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(codeOf(error)));

/** The only two failures of a file system that say for sure that a file is not there. */
export const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(String(codeOf(error)));

/** @param error of a call to the file system */
export const storageFault = (error: unknown): AppError =>
  isDiskFull(error) ? diskFull(error) : storageAway(error);

/** Whether the operating system refused a call, and not a rule of ours. */
export const isSystemError = (error: unknown): boolean =>
  typeof (error as { syscall?: unknown } | null)?.syscall === 'string';
