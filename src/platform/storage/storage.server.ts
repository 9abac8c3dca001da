import { AppError } from '../../shared/errors.ts';

/** Bytes, or a finished local file, which is read as it is sent. */
export type StorageBody = Buffer | { file: string };

export interface ByteRange {
  start: number;
  end: number;
}

interface StoredFile {
  size: number;
  etag: string;
  stream(range?: ByteRange): Promise<ReadableStream<Uint8Array>>;
}

export interface StorageEntry {
  key: string;
  changedAt: Date;
}

/**
 * Stores files under keys such as `media/0198…/960.avif`. Every call may throw an AppError `unavailable`; then it is
 * unknown whether the file was written or removed.
 */
export interface Storage {
  /** Concurrent readers get the old file or the new one, never a part. */
  put(key: string, body: StorageBody, type: string): Promise<void>;
  get(key: string): Promise<StoredFile | null>;
  /** A missing key is no error. */
  remove(key: string): Promise<void>;
  /** @param folder for instance `media/`; every key below it, in no order */
  list(folder: string): AsyncIterable<StorageEntry>;
}

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
