import type { ContentType } from './detect-file-type.server.ts';
import { EditedFile } from './edit-file.server.ts';
import { stripMp4 } from './strip-mp4.server.ts';
import { stripWebm } from './strip-webm.server.ts';
import { unreadableVideo } from './unreadable-video.server.ts';

/** The version of what is stripped; with a higher one, stored videos are stripped again. */
export const stripVersion = 2;

/**
 * Overwrites in place everything in an MP4 or WebM except its images and sound: positions, times, names of devices and
 * people, other tracks and samples, and unused bytes. Offsets stay valid. Bytes within a frame are not read.
 * @throws AppError `invalid` if the file cannot be read
 */
export async function stripMetadata(path: string, { extension }: ContentType): Promise<void> {
  const file = await EditedFile.open(path);
  try {
    await (extension === 'webm' ? stripWebm(file) : stripMp4(file));
  } catch (error) {
    // A RangeError means that a number lies beyond the end of its box.
    throw error instanceof RangeError ? unreadableVideo() : error;
  } finally {
    await file.close();
  }
}
