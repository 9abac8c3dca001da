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

/** Keys are like `media/0198…/960.avif`. Every call may throw an AppError `unavailable`; nothing then counts as written, removed or missing. */
export interface Storage {
  /** Concurrent readers get the old file or the new one, never a part. */
  put(key: string, body: StorageBody, type: string): Promise<void>;
  get(key: string): Promise<StoredFile | null>;
  /** A missing key is no error. */
  remove(key: string): Promise<void>;
  /** @param folder for instance `media/`; every key below it, in no order */
  list(folder: string): AsyncIterable<StorageEntry>;
}
