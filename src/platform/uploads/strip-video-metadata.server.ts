import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '../../shared/errors.ts';

/** Boxes with what the camera and its owner wrote, such as the GPS position; players need none. */
const metadataBoxes = new Set(['udta', 'meta', 'uuid']);
const containers = new Set(['moov', 'trak', 'mdia', 'minf']);
const maxBoxes = 20_000;

interface Box {
  type: string;
  start: number;
  headerBytes: number;
  end: number;
}

/** Replaces an MP4's metadata boxes in place by free space of the same length. @throws AppError `invalid` */
export async function stripMetadata(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    const { size } = await handle.stat();
    const types = new Set<string>();
    let boxes = 0;
    const walk = async (start: number, end: number): Promise<void> => {
      for (let place = start; place < end; ) {
        boxes += 1;
        const box = boxes <= maxBoxes ? await readBox(handle, place, end) : null;
        if (!box) throw new AppError('invalid', 'This file could not be read as a video.');
        types.add(box.type);
        if (metadataBoxes.has(box.type)) await blank(handle, box);
        else if (containers.has(box.type)) await walk(box.start + box.headerBytes, box.end);
        place = box.end;
      }
    };
    await walk(0, size);
    if (!types.has('moov') || !types.has('mdat'))
      throw new AppError('invalid', 'This file could not be read as a video.');
  } finally {
    await handle.close();
  }
}

/** Reads a box (ISO/IEC 14496-12, 4.2); null where none fits. */
async function readBox(handle: FileHandle, start: number, limit: number): Promise<Box | null> {
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
