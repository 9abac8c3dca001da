import { AppError } from '../../shared/errors.ts';

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

const errorCode = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

export const isDiskFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(errorCode(error)));

/** The only two errors of a file system that prove that a file is missing. */
export const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes(String(errorCode(error)));

export const storageFault = (error: unknown): AppError =>
  isDiskFull(error) ? diskFull(error) : storageAway(error);

export const isSystemError = (error: unknown): boolean =>
  typeof (error as { syscall?: unknown } | null)?.syscall === 'string';
