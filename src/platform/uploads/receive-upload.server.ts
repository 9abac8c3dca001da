import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { dayMs } from '../../shared/durations.ts';
import { AppError } from '../../shared/errors.ts';
import { newId } from '../../shared/uuid.server.ts';
import { diskFull, isDiskFull, isSystemError, storageFault } from '../storage/storage.server.ts';
import { discardLimit, pipeBody } from './pipe-body.server.ts';
import { type ReceivedFile, readForm, type UploadLimits } from './read-form.server.ts';

const formBytes = 65_536;
const reserveBytes = 200_000_000;

/**
 * Streams a form's one file to the disk while counting its bytes, independently of `Content-Length`. On every error the
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
