import { type FileHandle, mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Busboy } from '@fastify/busboy';
import { dayMs } from '../../shared/durations.ts';
import { AppError } from '../../shared/errors.ts';
import { newId } from '../../shared/uuid.server.ts';
import { diskFull, isDiskFull, isSystemError, storageFault } from '../storage/storage.server.ts';

export interface ReceivedFile {
  path: string;
  head: Buffer;
  sizeBytes: number;
  name: string;
  fields: Record<string, string>;
  remove(): Promise<void>;
}

interface Limit {
  bytes: number;
  message: string;
}

interface UploadLimits {
  max: Limit;
  /** The names of other parts, each a short text. */
  fields: string[];
  /** @throws AppError for an unsupported type, which spares both sides the rest of the file */
  limitFor(head: Buffer): Limit | Promise<Limit>;
}

const headBytes = 4_100;
const maxFieldLength = 2_000;
const formBytes = 65_536;
/** A slower upload is aborted, so that it holds no slot. */
const minRate = { ms: 20_000, bytes: 20_000 };
/** Read and discarded of a rejected body: a browser that is cut off while it sends shows a broken connection instead. */
const discardLimit = { ms: 10_000, bytes: 256 * 1024 * 1024 };
const reserveBytes = 200_000_000;

/**
 * Streams a form's one file to the disk while counting its bytes, whatever length the request claims. On every error the
 * file is deleted first.
 * @param folder for temporary files; created when missing
 * @throws AppError `unsupportedType`, `invalid`, `tooLarge`, and `unavailable` when the disk is full or fails
 */
export async function receiveUpload(
  request: Request,
  folder: string,
  limits: UploadLimits,
): Promise<ReceivedFile> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type) || !request.body)
    throw new AppError('unsupportedType', 'Please send the file as multipart/form-data.');
  const declaredBytes = Number(request.headers.get('Content-Length') ?? 0);
  if (declaredBytes > limits.max.bytes + formBytes) {
    if (declaredBytes < discardLimit.bytes) await pipeBody(request.body, (_, wrote) => wrote()).stop();
    throw new AppError('tooLarge', limits.max.message);
  }
  const file = path.join(folder, `${newId()}.upload`);
  const remove = () => rm(file, { force: true }).catch(() => {});
  try {
    await mkdir(folder, { recursive: true });
    await assertDiskSpace(folder, declaredBytes);
    const handle = await open(file, 'wx', 0o600);
    try {
      const received = await readForm(request.body, type, handle, limits);
      return { ...received, path: file, remove };
    } finally {
      await handle.close();
    }
  } catch (error) {
    await remove();
    throw isSystemError(error) ? storageFault(error) : error;
  }
}

export const explainDiskFull = (error: unknown): unknown => (isDiskFull(error) ? diskFull(error) : error);

/** @throws AppError `unavailable` when a file of this size would leave too little space */
export async function assertDiskSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes + reserveBytes) throw diskFull();
}

const incomplete = 'The upload did not arrive completely. Please try again.';
const oneFile = 'Please send exactly one file.';

type Form = Omit<ReceivedFile, 'path' | 'remove'>;

/** Never cancels the body, which would close the connection before the response is sent. */
function readForm(
  body: ReadableStream<Uint8Array>,
  type: string,
  handle: FileHandle,
  limits: UploadLimits,
): Promise<Form> {
  const parser = openParser(type);
  return new Promise((resolve, reject) => {
    const fields: Record<string, string> = {};
    let saving: Promise<Omit<Form, 'fields'>> | undefined;
    const reading = pipeBody(body, (chunk, wrote) => parser.write(chunk, wrote));
    const rejectAfterBody = (error: unknown) => void reading.stop().then(() => reject(error));
    const rejectAs = (message: string) => rejectAfterBody(new AppError('invalid', message));
    parser.on('file', (field, stream, filename) => {
      stream.on('error', () => rejectAs(incomplete));
      if (field !== 'file' || saving) return rejectAs(oneFile);
      saving = save(stream, handle, limits).then((saved) => ({ ...saved, name: filename ?? '' }));
      saving.catch(rejectAfterBody);
    });
    parser.on('field', (field, value, _, truncated) => {
      if (!limits.fields.includes(field)) rejectAs(oneFile);
      else if (truncated) rejectAs('A text of this form is too long.');
      else fields[field] = value;
    });
    for (const limit of ['filesLimit', 'partsLimit', 'fieldsLimit'] as const)
      parser.on(limit, () => rejectAs(oneFile));
    parser.on('error', () => rejectAs(incomplete));
    parser.on('finish', () => {
      if (!saving) rejectAs(oneFile);
      else saving.then((saved) => resolve({ ...saved, fields }), rejectAfterBody);
    });
    reading.end.then(
      () => parser.end(),
      (error: unknown) => (error instanceof AppError ? rejectAfterBody(error) : rejectAs(incomplete)),
    );
  });
}

interface Reading {
  /** Resolves when all is read and written; rejects when the body ends early or is too slow. */
  end: Promise<void>;
  /** Writes nothing more, and resolves when the rest is discarded. */
  stop(): Promise<void>;
}

function pipeBody(
  body: ReadableStream<Uint8Array>,
  write: (chunk: Buffer, wrote: () => void) => void,
): Reading {
  const reader = body.getReader();
  const stopped = Promise.withResolvers<void>();
  let isStopped = false;
  let arrived = 0;
  const read = async (): Promise<void> => {
    let discarded = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const chunk = Buffer.from(part.value);
      arrived += chunk.length;
      if (!isStopped)
        await Promise.race([stopped.promise, new Promise<void>((wrote) => write(chunk, wrote))]);
      else discarded += chunk.length;
      if (discarded > discardLimit.bytes) return;
    }
  };
  const { promise: tooSlow, reject: abort } = Promise.withResolvers<never>();
  let arrivedBefore = 0;
  const watch = setInterval(() => {
    if (arrived - arrivedBefore < minRate.bytes)
      abort(new AppError('invalid', 'The upload came too slowly and was stopped.'));
    arrivedBefore = arrived;
  }, minRate.ms);
  const completed = read();
  const end = Promise.race([completed, tooSlow]).finally(() => clearInterval(watch));
  const ended = end.then(() => (isStopped ? new Promise<void>(() => {}) : undefined));
  ended.catch(() => {});
  return {
    end: ended,
    async stop() {
      isStopped = true;
      stopped.resolve();
      const done = new AbortController();
      const pause = sleep(discardLimit.ms, undefined, { signal: done.signal }).catch(() => {});
      await Promise.race([end, pause]).catch(() => {});
      done.abort();
      clearInterval(watch);
    },
  };
}

function openParser(type: string): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits: {
        files: 1,
        fields: 4,
        parts: 5,
        fieldSize: maxFieldLength,
        headerPairs: 20,
        headerSize: 8_192,
      },
    });
  } catch (cause) {
    throw new AppError('invalid', incomplete, { cause });
  }
}

async function save(
  stream: AsyncIterable<Buffer>,
  handle: FileHandle,
  limits: UploadLimits,
): Promise<{ head: Buffer; sizeBytes: number }> {
  let head = Buffer.alloc(0);
  let sizeBytes = 0;
  let limit: Limit | undefined;
  for await (const chunk of stream) {
    sizeBytes += chunk.length;
    if (!limit) {
      head = Buffer.concat([head, chunk]);
      if (head.length < headBytes) continue;
      limit = await limits.limitFor(head);
    }
    if (sizeBytes > limit.bytes) throw new AppError('tooLarge', limit.message);
    await handle.appendFile(sizeBytes === head.length ? head : chunk);
  }
  if (sizeBytes === 0) throw new AppError('invalid', 'This file is empty.');
  if (!limit) {
    limit = await limits.limitFor(head);
    await handle.appendFile(head);
  }
  return { head: head.subarray(0, headBytes), sizeBytes };
}

/** Deletes temporary files older than a day, left by killed processes. @returns how many */
export async function deleteStaleTempFiles(folder: string, now: Date): Promise<number> {
  let count = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const info = await stat(file).catch(() => null);
    if (!info || now.getTime() - info.mtimeMs < dayMs) continue;
    await rm(file, { force: true });
    count += 1;
  }
  return count;
}
