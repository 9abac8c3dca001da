import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '../../shared/errors.ts';

/** Boxes that hold what the camera and its owner wrote, the place among it; players need none of them. */
const metadataBoxes = new Set(['udta', 'meta', 'uuid']);
const containers = new Set(['moov', 'trak', 'mdia', 'minf']);
const maxBoxes = 20_000;

interface Box {
  type: string;
  start: number;
  headerBytes: number;
  end: number;
}

/**
 * Blanks, in place, what an MP4 file says about its owner: time and place of the recording, the device, titles. Each
 * such box becomes one of free space of the same length, so that nothing else moves.
 * @throws AppError `invalid` when the file is no complete MP4
 */
export async function stripMetadata(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    const { size } = await handle.stat();
    const found = new Set<string>();
    let boxes = 0;
    const walk = async (start: number, end: number): Promise<void> => {
      for (let place = start; place < end; ) {
        boxes += 1;
        const box = boxes <= maxBoxes ? await boxAt(handle, place, end) : null;
        if (!box) throw new AppError('invalid', 'This file could not be read as a video.');
        found.add(box.type);
        if (metadataBoxes.has(box.type)) await blank(handle, box);
        else if (containers.has(box.type)) await walk(box.start + box.headerBytes, box.end);
        place = box.end;
      }
    };
    await walk(0, size);
    if (!found.has('moov') || !found.has('mdat'))
      throw new AppError('invalid', 'This file could not be read as a video.');
  } finally {
    await handle.close();
  }
}

/** The box that begins at a place (ISO/IEC 14496-12, 4.2), or null where none fits. */
async function boxAt(handle: FileHandle, start: number, limit: number): Promise<Box | null> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, start);
  if (bytesRead < 8) return null;
  const type = buffer.toString('latin1', 4, 8);
  const short = buffer.readUInt32BE(0);
  const isLong = short === 1;
  const headerBytes = isLong ? 16 : 8;
  // A size of zero reaches to the end of the file.
  const size = short === 0 ? limit - start : isLong ? Number(buffer.readBigUInt64BE(8)) : short;
  const end = start + size;
  return size >= headerBytes && end <= limit ? { type, start, headerBytes, end } : null;
}

const zeros = Buffer.alloc(65_536);

async function blank(handle: FileHandle, { start, headerBytes, end }: Box): Promise<void> {
  await handle.write('free', start + 4, 'latin1');
  for (let place = start + headerBytes; place < end; place += zeros.length)
    await handle.write(zeros, 0, Math.min(zeros.length, end - place), place);
}
