import { type FileHandle, mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Busboy } from '@fastify/busboy';
import { dayMs } from '../../shared/durations.ts';
import { AppError } from '../../shared/errors.ts';
import { newId } from '../../shared/uuid.server.ts';
import { diskFull, isDiskFull, isSystemError, storageFault } from '../storage/faults.server.ts';

/** A file that has arrived completely and waits in the folder for temporary ones. */
export interface ReceivedFile {
  path: string;
  /** Its first bytes, by which its kind is known. */
  head: Buffer;
  sizeBytes: number;
  /** As the browser called it; never used for anything but to be shown. */
  name: string;
  /** The other parts of the form. */
  fields: Record<string, string>;
  /** Deletes the temporary file. */
  remove(): Promise<void>;
}

interface Limit {
  bytes: number;
  /** Said of a file that is larger. */
  words: string;
}

interface UploadLimits {
  /** No wanted file is larger. */
  most: Limit;
  /** The names that other parts may have; each is a short text. */
  fields: string[];
  /**
   * The limit for a file that begins like this.
   * @throws AppError when no such file is wanted, which spares both sides the rest of it
   */
  limitFor(head: Buffer): Limit | Promise<Limit>;
}

/** Enough to tell a file's type. */
const headBytes = 4_100;
const longestText = 2_000;
/** What a form may have around its file. */
const formBytes = 65_536;
/** An upload that brings less than this within a window is given up, so that nobody holds a place for nothing. */
const window = { ms: 20_000, bytes: 20_000 };
/**
 * How much of a refused body is still read, and thrown away: a browser that is cut off while it sends shows a broken
 * connection instead of our words.
 */
const discardLimit = { ms: 10_000, bytes: 256 * 1024 * 1024 };
/** Room that uploads leave to the database and everything else on the disk. */
const reserveBytes = 200_000_000;

/**
 * Receives a form with exactly one file, which goes straight to the disk while its bytes are counted, whatever length the
 * request claims. When anything is wrong the file is deleted before the refusal is thrown.
 * @param folder for temporary files; made when missing
 * @throws AppError `unsupportedType`, `invalid`, `tooLarge`, and `unavailable` when the disk is full or fails
 */
export async function receiveUpload(
  request: Request,
  folder: string,
  rules: UploadLimits,
): Promise<ReceivedFile> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type) || !request.body)
    throw new AppError('unsupportedType', 'Please send the file as multipart/form-data.');
  const claimedBytes = Number(request.headers.get('Content-Length') ?? 0);
  if (claimedBytes > rules.most.bytes + formBytes) {
    if (claimedBytes < discardLimit.bytes) await pipeBody(request.body, (_, wrote) => wrote()).stop();
    throw new AppError('tooLarge', rules.most.words);
  }
  const place = path.join(folder, `${newId()}.upload`);
  // What cannot be deleted now is swept a day later.
  const remove = () => rm(place, { force: true }).catch(() => {});
  try {
    await mkdir(folder, { recursive: true });
    await assertDiskSpace(folder, claimedBytes);
    const handle = await open(place, 'wx', 0o600);
    try {
      const received = await readForm(request.body, type, handle, rules);
      return { ...received, path: place, remove };
    } finally {
      await handle.close();
    }
  } catch (error) {
    await remove();
    throw isSystemError(error) ? storageFault(error) : error;
  }
}

/** The error itself, or words for a disk that is full. */
export function wordsFor(error: unknown): unknown {
  return isDiskFull(error) ? diskFull(error) : error;
}

/** @throws AppError `unavailable` when a file of this size would leave too little room on the disk of a folder */
export async function assertDiskSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes + reserveBytes) throw diskFull();
}

const incomplete = 'The upload did not arrive completely. Please try again.';
const oneFile = 'Please send exactly one file.';

type Form = Omit<ReceivedFile, 'path' | 'remove'>;

/** The body is read and never cancelled: that would close the connection before the refusal is sent. */
function readForm(
  body: ReadableStream<Uint8Array>,
  type: string,
  handle: FileHandle,
  rules: UploadLimits,
): Promise<Form> {
  const parser = openParser(type);
  return new Promise((resolve, reject) => {
    const fields: Record<string, string> = {};
    let saving: Promise<Omit<Form, 'fields'>> | undefined;
    const reading = pipeBody(body, (chunk, wrote) => parser.write(chunk, wrote));
    const refuse = (error: unknown) => void reading.stop().then(() => reject(error));
    const refuseAs = (words: string) => refuse(new AppError('invalid', words));
    parser.on('file', (field, stream, filename) => {
      stream.on('error', () => refuseAs(incomplete));
      if (field !== 'file' || saving) return refuseAs(oneFile);
      saving = save(stream, handle, rules).then((saved) => ({ ...saved, name: filename ?? '' }));
      saving.catch(refuse);
    });
    parser.on('field', (field, value, _, truncated) => {
      if (!rules.fields.includes(field)) refuseAs(oneFile);
      else if (truncated) refuseAs('A text of this form is too long.');
      else fields[field] = value;
    });
    for (const limit of ['filesLimit', 'partsLimit', 'fieldsLimit'] as const)
      parser.on(limit, () => refuseAs(oneFile));
    parser.on('error', () => refuseAs(incomplete));
    parser.on('finish', () => {
      if (!saving) refuseAs(oneFile);
      else saving.then((saved) => resolve({ ...saved, fields }), refuse);
    });
    reading.end.then(
      () => parser.end(),
      (error: unknown) => (error instanceof AppError ? refuse(error) : refuseAs(incomplete)),
    );
  });
}

interface Reading {
  /** When all has been read and written; rejects when it breaks off or comes too slowly. */
  end: Promise<void>;
  /** Writes nothing more, and resolves when what may still come has been thrown away. */
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
    let thrownAway = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const chunk = Buffer.from(part.value);
      arrived += chunk.length;
      if (!isStopped)
        await Promise.race([stopped.promise, new Promise<void>((wrote) => write(chunk, wrote))]);
      else thrownAway += chunk.length;
      if (thrownAway > discardLimit.bytes) return;
    }
  };
  const { promise: tooSlow, reject: giveUp } = Promise.withResolvers<never>();
  let arrivedBefore = 0;
  const watch = setInterval(() => {
    if (arrived - arrivedBefore < window.bytes)
      giveUp(new AppError('invalid', 'The upload came too slowly and was stopped.'));
    arrivedBefore = arrived;
  }, window.ms);
  const whole = read();
  const end = Promise.race([whole, tooSlow]).finally(() => clearInterval(watch));
  const ended = end.then(() => (isStopped ? new Promise<void>(() => {}) : undefined));
  // Whoever only stops does not wait for it.
  ended.catch(() => {});
  return {
    end: ended,
    async stop() {
      isStopped = true;
      stopped.resolve();
      const enough = new AbortController();
      const pause = sleep(discardLimit.ms, undefined, { signal: enough.signal }).catch(() => {});
      await Promise.race([end, pause]).catch(() => {});
      enough.abort();
      clearInterval(watch);
    },
  };
}

function openParser(type: string): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits: { files: 1, fields: 4, parts: 5, fieldSize: longestText, headerPairs: 20, headerSize: 8_192 },
    });
  } catch (cause) {
    throw new AppError('invalid', incomplete, { cause });
  }
}

async function save(
  stream: AsyncIterable<Buffer>,
  handle: FileHandle,
  rules: UploadLimits,
): Promise<{ head: Buffer; sizeBytes: number }> {
  let head = Buffer.alloc(0);
  let sizeBytes = 0;
  let limit: Limit | undefined;
  for await (const chunk of stream) {
    sizeBytes += chunk.length;
    if (!limit) {
      head = Buffer.concat([head, chunk]);
      if (head.length < headBytes) continue;
      limit = await rules.limitFor(head);
    }
    if (sizeBytes > limit.bytes) throw new AppError('tooLarge', limit.words);
    await handle.appendFile(sizeBytes === head.length ? head : chunk);
  }
  if (sizeBytes === 0) throw new AppError('invalid', 'This file is empty.');
  if (!limit) {
    limit = await rules.limitFor(head);
    await handle.appendFile(head);
  }
  return { head: head.subarray(0, headBytes), sizeBytes };
}

/** Deletes what killed processes left behind: temporary files older than a day. @returns how many */
export async function deleteStaleTempFiles(folder: string, now: Date): Promise<number> {
  let swept = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    const place = path.join(folder, name);
    const info = await stat(place).catch(() => null);
    if (!info || now.getTime() - info.mtimeMs < dayMs) continue;
    await rm(place, { force: true });
    swept += 1;
  }
  return swept;
}
