import type { EditedFile } from './edit-file.server.ts';
import { unreadableVideo } from './unreadable-video.server.ts';

/** Places are bytes of the file. */
export interface Box {
  type: string;
  start: number;
  body: number;
  end: number;
}

/** Bytes of the file; `end` is behind the last. */
interface Range {
  start: number;
  end: number;
}

/** Nine hours of 60 frames a second. */
const maxTableBytes = 8 * 1024 * 1024;

/**
 * Collects where the samples of an MP4's played tracks lie in the file (ISO/IEC 14496-12, 8.7 and 8.8).
 * @throws AppError `invalid` for tables that do not fit
 */
export class Mp4Samples {
  private readonly file: EditedFile;
  private readonly played = new Set<number>();
  private readonly defaultSizes = new Map<number, number>();
  private readonly unmerged: Range[] = [];

  constructor(file: EditedFile) {
    this.file = file;
  }

  get hasAny(): boolean {
    return this.unmerged.length > 0;
  }

  /** The ranges in ascending order, with adjoining ones merged. */
  ranges(): Range[] {
    const ranges: Range[] = [];
    for (const range of this.unmerged.toSorted((a, b) => a.start - b.start)) {
      const last = ranges.at(-1);
      if (last && range.start <= last.end) last.end = Math.max(last.end, range.end);
      else ranges.push({ ...range });
    }
    return ranges;
  }

  async addTrack(header: Box, tables: Box[]): Promise<void> {
    this.played.add(await this.trackId(header));
    const table = async (...types: string[]) => {
      const box = tables.find(({ type }) => types.includes(type));
      return box && { type: box.type, bytes: await this.readTable(box) };
    };
    const offsets = await table('stco', 'co64');
    const chunks = await table('stsc');
    const sizes = await table('stsz', 'stz2');
    if (!offsets || !chunks || !sizes) return;
    const sizeAt = toSizes(sizes.type, sizes.bytes);
    let sample = 0;
    const perChunk = toSamplesPerChunk(chunks.bytes);
    const isLong = offsets.type === 'co64';
    for (let chunk = 0; chunk < offsets.bytes.readUInt32BE(4); chunk += 1) {
      const place = 8 + chunk * (isLong ? 8 : 4);
      const start = isLong ? Number(offsets.bytes.readBigUInt64BE(place)) : offsets.bytes.readUInt32BE(place);
      const count = perChunk(chunk + 1);
      const next = Math.min(sample + count, sizeAt.count);
      const end = start + sizeAt.sum(sample, next);
      sample = next;
      if (end > start) this.unmerged.push({ start, end });
    }
  }

  /** Reads the sizes of samples whose fragment names none, from `mvex`. */
  async addDefaults(box: Box): Promise<void> {
    const bytes = await this.readTable(box);
    this.defaultSizes.set(bytes.readUInt32BE(4), bytes.readUInt32BE(16));
  }

  /**
   * @param dataEnd where the data of the fragment's previous track ended
   * @returns where this track's data ends, and whether it is played
   */
  async addFragment(
    fragment: Box,
    dataEnd: number,
    boxes: Box[],
  ): Promise<{ end: number; isPlayed: boolean }> {
    const header = boxes.find(({ type }) => type === 'tfhd');
    if (!header) throw unreadableVideo();
    const fields = new Fields(await this.readTable(header));
    const flags = fields.flags();
    const track = fields.next();
    const base = flags & 0x1 ? fields.nextLong() : flags & 0x2_00_00 ? fragment.start : dataEnd;
    for (const flag of [0x2, 0x8]) if (flags & flag) fields.next();
    const size = flags & 0x10 ? fields.next() : (this.defaultSizes.get(track) ?? 0);
    const isPlayed = this.played.has(track);
    let end = base;
    for (const box of boxes.filter(({ type }) => type === 'trun')) {
      const range = toRange(new Fields(await this.readTable(box)), { base, follows: end, size });
      if (isPlayed && range.end > range.start) this.unmerged.push(range);
      end = range.end;
    }
    return { end, isPlayed };
  }

  private async trackId(header: Box): Promise<number> {
    const bytes = await this.readTable(header);
    return bytes.readUInt32BE(bytes[0] === 1 ? 20 : 12);
  }

  private async readTable({ body, end }: Box): Promise<Buffer> {
    if (end - body > maxTableBytes) throw unreadableVideo();
    return Buffer.from(await this.file.read(body, end - body));
  }
}

function toRange(
  run: Fields,
  { base, follows, size }: { base: number; follows: number; size: number },
): Range {
  const flags = run.flags();
  const count = run.next();
  const start = flags & 0x1 ? base + run.nextSigned() : follows;
  if (flags & 0x4) run.next();
  let end = start;
  if (!(flags & 0x2_00)) return { start, end: start + count * size };
  for (let i = 0; i < count; i += 1) {
    if (flags & 0x1_00) run.next();
    end += run.next();
    for (const flag of [0x4_00, 0x8_00]) if (flags & flag) run.next();
  }
  return { start, end };
}

/** The numbers of a box, in their order. */
class Fields {
  private readonly bytes: Buffer;
  private place = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  flags(): number {
    return this.next() & 0xff_ff_ff;
  }

  next(): number {
    this.place += 4;
    return this.bytes.readUInt32BE(this.place - 4);
  }

  nextSigned(): number {
    return this.next() | 0;
  }

  nextLong(): number {
    this.place += 8;
    return Number(this.bytes.readBigUInt64BE(this.place - 8));
  }
}

function toSizes(type: string, bytes: Buffer): { count: number; sum(from: number, to: number): number } {
  const count = bytes.readUInt32BE(8);
  const one = type === 'stsz' ? bytes.readUInt32BE(4) : 0;
  const bits = type === 'stsz' ? 32 : (bytes[7] ?? 0);
  // Old QuickTime files state one byte for sound samples that are larger.
  if (one === 1) throw unreadableVideo();
  if (one > 0) return { count, sum: (from, to) => (to - from) * one };
  if (![4, 8, 16, 32].includes(bits) || bytes.length < 12 + Math.ceil((count * bits) / 8))
    throw unreadableVideo();
  const get = (sample: number): number => {
    if (bits === 32) return bytes.readUInt32BE(12 + sample * 4);
    if (bits === 16) return bytes.readUInt16BE(12 + sample * 2);
    if (bits === 8) return bytes.readUInt8(12 + sample);
    const pair = bytes.readUInt8(12 + (sample >> 1));
    return sample % 2 === 0 ? pair >> 4 : pair & 0xf;
  };
  const sum = (from: number, to: number): number => {
    let bytesOfAll = 0;
    for (let sample = from; sample < to; sample += 1) bytesOfAll += get(sample);
    return bytesOfAll;
  };
  return { count, sum };
}

/** Creates a function that returns a chunk's number of samples; chunks must be requested in order. */
function toSamplesPerChunk(bytes: Buffer): (chunk: number) => number {
  const count = bytes.readUInt32BE(4);
  let entry = 0;
  return (chunk) => {
    while (entry + 1 < count && bytes.readUInt32BE(8 + (entry + 1) * 12) <= chunk) entry += 1;
    return count > 0 ? bytes.readUInt32BE(8 + entry * 12 + 4) : 0;
  };
}
