/** What to store: bytes, or a finished file of this machine, which is read as it is sent. */
export type StorageBody = Buffer | { file: string };

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A stored file. */
interface StoredFile {
  /** Bytes of the whole file. */
  size: number;
  etag: string;
  /** Opens the file, or a part of it. */
  stream(range?: ByteRange): Promise<ReadableStream<Uint8Array>>;
}

/** A key that is in use, as a listing tells it. */
export interface StorageEntry {
  key: string;
  changedAt: Date;
}

/**
 * Files under keys such as `media/0198…/960.avif`, on a disk or in a bucket. Every call may throw an AppError
 * `unavailable` while the disk or the bucket fails; nothing then counts as written, removed or missing.
 */
export interface Storage {
  /** Whoever reads meanwhile finds the old file or the new one, never a part. */
  put(key: string, body: StorageBody, type: string): Promise<void>;
  get(key: string): Promise<StoredFile | null>;
  /** A key that is not there is no error. */
  remove(key: string): Promise<void>;
  /** @param folder for instance `media/`; every key below it, in no order */
  list(folder: string): AsyncIterable<StorageEntry>;
}
