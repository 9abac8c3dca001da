import type { EditedFile } from './edit-file.server.ts';
import { unreadableVideo } from './unreadable-video.server.ts';

interface EbmlElement {
  id: number;
  start: number;
  body: number;
  end: number;
  isOpenEnded: boolean;
}

const ids = {
  header: 0x1a_45_df_a3,
  segment: 0x18_53_80_67,
  info: 0x15_49_a9_66,
  tracks: 0x16_54_ae_6b,
  track: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  video: 0xe0,
  audio: 0xe1,
  cluster: 0x1f_43_b6_75,
  cues: 0x1c_53_bb_6b,
  seekHead: 0x11_4d_9b_74,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  muxingApp: 0x4d_80,
  writingApp: 0x57_41,
  tags: 0x12_54_c3_67,
  chapters: 0x10_43_a7_70,
  attachments: 0x19_41_a4_69,
};
const voidId = 0xec;

/** Elements that playing needs (RFC 9559), by their container; all others are voided, known or not. */
const playedElements = new Map<number, ReadonlySet<number>>([
  [ids.header, new Set([0x42_86, 0x42_f7, 0x42_f2, 0x42_f3, 0x42_82, 0x42_87, 0x42_85])],
  [ids.segment, new Set([ids.seekHead, ids.info, ids.tracks, ids.cluster, ids.cues])],
  // The scale of times, the duration, and two texts that have to be there.
  [ids.info, new Set([0x2a_d7_b1, 0x44_89, ids.muxingApp, ids.writingApp])],
  [ids.tracks, new Set([ids.track])],
  [
    ids.track,
    new Set([
      ids.trackNumber,
      ids.trackType,
      ids.video,
      ids.audio,
      // The ids of a track's elements: number, flags, language, codec, encodings, durations and delays.
      0x73_c5,
      0xb9,
      0x88,
      0x55_aa,
      0x9c,
      0x6d_e7,
      0x6d_f8,
      0x23_e3_83,
      0x23_4e_7a,
      0x55_ee,
      0x22_b5_9c,
      0x86,
      0x63_a2,
      0x56_aa,
      0x56_bb,
      0xaa,
      0x6d_80,
    ]),
  ],
  // Interlacing, stereo and alpha modes, sizes, crops, colours and projections.
  [
    ids.video,
    new Set([
      0x9a, 0x9d, 0x53_b8, 0x53_c0, 0xb0, 0xba, 0x54_aa, 0x54_bb, 0x54_cc, 0x54_dd, 0x54_b0, 0x54_ba, 0x54_b2,
      0x54_b3, 0x55_b0, 0x76_70,
    ]),
  ],
  // Rates, channels and bits of a sample.
  [ids.audio, new Set([0xb5, 0x78_b5, 0x9f, 0x62_64])],
  // A cluster's time, its position, the size of the previous one, and the blocks.
  [ids.cluster, new Set([0xe7, 0xa7, 0xab, ids.simpleBlock, ids.blockGroup])],
  [ids.blockGroup, new Set([ids.block, 0x9b, 0xfb, 0x75_a2])],
]);
const segmentParts = new Set([
  ...(playedElements.get(ids.segment) ?? []),
  ids.tags,
  ids.chapters,
  ids.attachments,
]);
const trackTypes = { video: 1, audio: 2 };
const maxElements = 5_000_000;

/** Blanks everything except images and sound. @throws AppError `invalid` */
export async function stripWebm(file: EditedFile): Promise<void> {
  await new Webm(file).strip();
}

class Webm {
  private readonly file: EditedFile;
  private readonly played = new Set<number>();
  private elements = 0;

  constructor(file: EditedFile) {
    this.file = file;
  }

  async strip(): Promise<void> {
    const header = await this.readElement(0, this.file.size);
    const segment = header && (await this.readElement(header.end, this.file.size));
    if (header?.id !== ids.header || segment?.id !== ids.segment) throw unreadableVideo();
    await this.stripElement(header, 0);
    const parts = await this.segmentParts(segment);
    const tracks = parts.find(({ id }) => id === ids.tracks);
    for (const track of tracks ? await this.children(tracks) : [])
      if (track.id === ids.track) await this.readTrack(track);
    for (const part of parts) await this.stripPart(part);
    if (segment.end < this.file.size) await this.file.truncate(segment.end);
  }

  private async segmentParts({ body, end, isOpenEnded }: EbmlElement): Promise<EbmlElement[]> {
    const parts: EbmlElement[] = [];
    for (let place = body; place < Math.min(end, this.file.size); ) {
      const part = await this.readElement(place, end);
      if (!part) {
        if (!isOpenEnded || parts.length === 0) throw unreadableVideo();
        await this.file.truncate(place);
        break;
      }
      // A live cluster ends where the next part begins.
      const until = part.isOpenEnded ? await this.endOfOpenPart(part) : part.end;
      parts.push({ ...part, end: until });
      place = until;
    }
    return parts;
  }

  private async endOfOpenPart({ body, end }: EbmlElement): Promise<number> {
    for (let place = body; place < end; ) {
      const child = await this.readElement(place, end);
      if (child && segmentParts.has(child.id)) return place;
      if (!child) {
        // The recording was cut off here.
        await this.file.truncate(place);
        return place;
      }
      if (child.isOpenEnded) throw unreadableVideo();
      place = child.end;
    }
    return end;
  }

  /** Remembers a film's or sound's track; any other is voided with its blocks. */
  private async readTrack(track: EbmlElement): Promise<void> {
    const children = await this.children(track);
    const number = async (id: number) => {
      const element = children.find((child) => child.id === id);
      return element ? this.readNumber(element) : 0;
    };
    const type = await number(ids.trackType);
    if (type === trackTypes.video || type === trackTypes.audio)
      this.played.add(await number(ids.trackNumber));
  }

  private async stripPart(part: EbmlElement): Promise<void> {
    if (part.isOpenEnded && part.id !== ids.cluster) throw unreadableVideo();
    await this.stripElement(part, ids.segment);
  }

  private async stripElement(element: EbmlElement, container: number): Promise<void> {
    const { id, body, end } = element;
    const isPlayed = container === 0 || playedElements.get(container)?.has(id);
    if (!isPlayed || !(await this.isOfPlayedTrack(element))) await this.void(element);
    else if (id === ids.muxingApp || id === ids.writingApp) await this.file.zero(body, end);
    else if (playedElements.has(id))
      for (const child of await this.children(element)) await this.stripElement(child, id);
  }

  private async isOfPlayedTrack(element: EbmlElement): Promise<boolean> {
    const { id } = element;
    if (id === ids.track) {
      const number = (await this.children(element)).find((child) => child.id === ids.trackNumber);
      return number !== undefined && this.played.has(await this.readNumber(number));
    }
    if (id === ids.blockGroup) {
      const block = (await this.children(element)).find((child) => child.id === ids.block);
      return block !== undefined && this.isOfPlayedTrack(block);
    }
    if (id !== ids.simpleBlock && id !== ids.block) return true;
    const track = await this.readVint(element.body, { hasMarker: false });
    return track !== null && this.played.has(track.value);
  }

  private async children({ body, end }: EbmlElement): Promise<EbmlElement[]> {
    const children: EbmlElement[] = [];
    for (let place = body; place < end; ) {
      const child = await this.readElement(place, end);
      if (!child || child.isOpenEnded) throw unreadableVideo();
      children.push(child);
      place = child.end;
    }
    return children;
  }

  /** Reads an element (RFC 8794, 6); null where none fits. */
  private async readElement(start: number, limit: number): Promise<EbmlElement | null> {
    this.elements += 1;
    if (this.elements > maxElements) throw unreadableVideo();
    const id = await this.readVint(start, { hasMarker: true });
    const size = id && id.length <= 4 ? await this.readVint(start + id.length, { hasMarker: false }) : null;
    if (!id || !size) return null;
    const body = start + id.length + size.length;
    const isOpenEnded = size.value === 2 ** (7 * size.length) - 1;
    const end = isOpenEnded ? limit : body + size.value;
    return end <= limit && body <= limit ? { id: id.value, start, body, end, isOpenEnded } : null;
  }

  private async readVint(
    start: number,
    options: { hasMarker: boolean },
  ): Promise<{ value: number; length: number } | null> {
    const bytes = await this.file.read(start, 8);
    const [first = 0] = bytes;
    const length = Math.clz32(first) - 23;
    if (length > 8 || bytes.length < length) return null;
    let value = options.hasMarker ? first : first & (0xff >> length);
    for (let i = 1; i < length; i += 1) value = value * 256 + (bytes[i] ?? 0);
    return { value, length };
  }

  private async readNumber({ body, end }: EbmlElement): Promise<number> {
    if (end - body > 6) throw unreadableVideo();
    const bytes = await this.file.read(body, end - body);
    return bytes.length > 0 ? bytes.readUIntBE(0, bytes.length) : 0;
  }

  /** Replaces it by one that is as long and says nothing. */
  private async void({ start, end }: EbmlElement): Promise<void> {
    const rest = end - start - 1;
    let sizeBytes = 1;
    while (rest - sizeBytes > 2 ** (7 * sizeBytes) - 2) sizeBytes += 1;
    const head = Buffer.alloc(1 + 8);
    head[0] = voidId;
    const size = BigInt(rest - sizeBytes) | (1n << BigInt(7 * sizeBytes));
    const sizeField = Buffer.alloc(8);
    sizeField.writeBigUInt64BE(size);
    sizeField.copy(head, 1, 8 - sizeBytes);
    await this.file.write(start, head.subarray(0, 1 + sizeBytes));
    await this.file.zero(start + 1 + sizeBytes, end);
  }
}
