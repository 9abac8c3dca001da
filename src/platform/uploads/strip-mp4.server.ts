import type { EditedFile } from './edit-file.server.ts';
import { type Box, Mp4Samples } from './mp4-samples.server.ts';
import { unreadableVideo } from './unreadable-video.server.ts';

/** Boxes that playing needs (ISO/IEC 14496-12), by their container; all others are blanked, known or not. */
const playedBoxes: Record<string, string[]> = {
  file: ['ftyp', 'styp', 'moov', 'moof', 'mdat', 'sidx', 'mfra'],
  moov: ['mvhd', 'trak', 'mvex'],
  trak: ['tkhd', 'edts', 'mdia'],
  edts: ['elst'],
  mdia: ['mdhd', 'hdlr', 'minf'],
  minf: ['vmhd', 'smhd', 'hdlr', 'dinf', 'stbl'],
  dinf: ['dref'],
  stbl: [
    'stsd',
    'stts',
    'ctts',
    'cslg',
    'stsc',
    'stsz',
    'stz2',
    'stco',
    'co64',
    'stss',
    'sdtp',
    'sbgp',
    'sgpd',
  ],
  mvex: ['mehd', 'trex'],
  moof: ['mfhd', 'traf'],
  traf: ['tfhd', 'tfdt', 'trun', 'sdtp', 'sbgp', 'sgpd'],
  mfra: ['tfra', 'mfro'],
};

/** The most boxes read; some are read more than once. */
const maxBoxes = 200_000;

/** Blanks everything except images and sound. @throws AppError `invalid` */
export async function stripMp4(file: EditedFile): Promise<void> {
  await new Mp4(file).strip();
}

class Mp4 {
  private readonly file: EditedFile;
  private readonly samples: Mp4Samples;
  private readonly mediaData: Box[] = [];
  private boxes = 0;
  /** The handler of the track that is being stripped. */
  private handler = '';

  constructor(file: EditedFile) {
    this.file = file;
    this.samples = new Mp4Samples(file);
  }

  async strip(): Promise<void> {
    const types = new Set<string>();
    const top: Box[] = [];
    for (let place = 0; place < this.file.size; ) {
      const box = await this.readBox(place, this.file.size);
      if (!box && types.has('moov') && types.has('mdat') && !(await this.isPlayed(place))) {
        // Cameras such as Insta360's append what is no box.
        await this.file.truncate(place);
        break;
      }
      if (!box) throw unreadableVideo();
      types.add(box.type);
      top.push(box);
      place = box.end;
    }
    if (!types.has('moov') || !types.has('mdat')) throw unreadableVideo();
    // Only broken files have fragments before the list of tracks, which is needed first.
    for (const box of top.toSorted((a, b) => Number(b.type === 'moov') - Number(a.type === 'moov')))
      await this.stripBox(box, 'file');
    if (!this.samples.hasAny) throw unreadableVideo();
    await this.zeroOtherData();
  }

  private async stripBox(box: Box, container: string): Promise<void> {
    const { type } = box;
    if (!playedBoxes[container]?.includes(type)) await this.blank(box);
    else if (type === 'mdat') this.mediaData.push(box);
    else if (type === 'trak') await this.stripTrack(box);
    else if (type === 'moof') await this.stripFragment(box);
    else if (playedBoxes[type])
      for (const child of await this.children(box)) await this.stripBox(child, type);
    else await this.stripLeaf(box);
  }

  private async stripLeaf(box: Box): Promise<void> {
    const { file } = this;
    const { type, body, end } = box;
    if (type === 'mvhd' || type === 'tkhd' || type === 'mdhd') {
      const [version] = await file.read(body, 1);
      // The times of creation and change.
      await file.zero(Math.min(body + 4, end), Math.min(body + (version === 1 ? 20 : 12), end));
    } else if (type === 'hdlr') await file.zero(Math.min(body + 12, end), end);
    else if (type === 'dref') await this.stripReferences(box);
    else if (type === 'stsd') await this.stripDescriptions(box);
    else if (type === 'trex') await this.samples.addDefaults(box);
  }

  /** Names of files with the media, where not in the same file. */
  private async stripReferences({ body, end, ...box }: Box): Promise<void> {
    for (const reference of await this.children({ ...box, body: body + 8, end }))
      await this.file.zero(Math.min(reference.body + 4, reference.end), reference.end);
  }

  private async stripDescriptions(box: Box): Promise<void> {
    const { body, end } = box;
    for (const entry of await this.children({ ...box, body: body + 8, end }))
      await (this.handler === 'vide' ? this.stripVideoEntry(entry) : this.stripSoundEntry(entry));
  }

  /** Cameras write their name as the compressor's, and boxes of their own behind it, whatever the format (12.1.3). */
  private async stripVideoEntry(entry: Box): Promise<void> {
    const compressor = entry.body + 42;
    const extensions = entry.body + 78;
    if (extensions > entry.end) throw unreadableVideo();
    await this.file.zero(compressor, compressor + 32);
    const children = await this.children({ ...entry, body: extensions }, { allowsTail: true });
    for (const child of children) if (!videoExtensions.has(child.type)) await this.blank(child);
    await this.file.zero(children.at(-1)?.end ?? extensions, entry.end);
  }

  /** Boxes that sound does not need (12.2.3); QuickTime's versions 1 and 2 have more fields before them. */
  private async stripSoundEntry(entry: Box): Promise<void> {
    const version = (await this.file.read(entry.body + 8, 2)).readUInt16BE(0);
    const extensions = entry.body + (version === 1 ? 44 : version === 2 ? 64 : 28);
    if (extensions > entry.end) return;
    for (const child of await this.children({ ...entry, body: extensions }, { allowsTail: true }))
      if (!soundExtensions.has(child.type)) await this.blank(child);
  }

  private async stripTrack(track: Box): Promise<void> {
    const media = await this.find(track, 'mdia');
    const handler = media && (await this.find(media, 'hdlr'));
    const kind = handler ? (await this.file.read(handler.body + 8, 4)).toString('latin1') : '';
    if (kind !== 'vide' && kind !== 'soun') {
      await this.blank(track);
      return;
    }
    this.handler = kind;
    const header = await this.find(track, 'tkhd');
    const information = media && (await this.find(media, 'minf'));
    const table = information && (await this.find(information, 'stbl'));
    if (!header) throw unreadableVideo();
    await this.samples.addTrack(header, table ? await this.children(table) : []);
    for (const child of await this.children(track)) await this.stripBox(child, 'trak');
  }

  private async stripFragment(fragment: Box): Promise<void> {
    let dataEnd = fragment.start;
    for (const child of await this.children(fragment)) {
      if (child.type === 'traf') {
        const run = await this.samples.addFragment(fragment, dataEnd, await this.children(child));
        dataEnd = run.end;
        if (!run.isPlayed) {
          await this.blank(child);
          continue;
        }
      }
      await this.stripBox(child, 'moof');
    }
  }

  /** Zeroes everything outside the samples of film and sound: other tracks' samples, and gaps. */
  private async zeroOtherData(): Promise<void> {
    const ranges = this.samples.ranges();
    let next = 0;
    for (const { body, end } of this.mediaData) {
      let place = body;
      for (let range = ranges[next]; range && range.start < end; range = ranges[++next]) {
        if (range.start < place || range.end > end) throw unreadableVideo();
        await this.file.zero(place, range.start);
        place = range.end;
      }
      await this.file.zero(place, end);
    }
    if (next < ranges.length) throw unreadableVideo();
  }

  private async find(box: Box, type: string): Promise<Box | undefined> {
    return (await this.children(box)).find((child) => child.type === type);
  }

  /** @param options.allowsTail whether the last bytes may be no box, as QuickTime ends some lists with four zeros */
  private async children(box: Box, options: { allowsTail?: boolean } = {}): Promise<Box[]> {
    const children: Box[] = [];
    for (let place = box.body; place < box.end; ) {
      const child = await this.readBox(place, box.end);
      if (!child && options.allowsTail) return children;
      if (!child) throw unreadableVideo();
      children.push(child);
      place = child.end;
    }
    return children;
  }

  /** Whether a box of a type that playing needs begins there, so that the file may have been cut off. */
  private async isPlayed(place: number): Promise<boolean> {
    const type = (await this.file.read(place + 4, 4)).toString('latin1');
    return playedBoxes.file?.includes(type) ?? false;
  }

  /** Reads a box (ISO/IEC 14496-12, 4.2); null where none fits. */
  private async readBox(start: number, limit: number): Promise<Box | null> {
    this.boxes += 1;
    if (this.boxes > maxBoxes) throw unreadableVideo();
    const head = await this.file.read(start, 16);
    if (head.length < 8) return null;
    const short = head.readUInt32BE(0);
    const isLong = short === 1;
    if (isLong && head.length < 16) return null;
    const headerBytes = isLong ? 16 : 8;
    // A size of zero reaches to the end of the file.
    const size = short === 0 ? limit - start : isLong ? Number(head.readBigUInt64BE(8)) : short;
    const end = start + size;
    if (size < headerBytes || end > limit) return null;
    return { type: head.toString('latin1', 4, 8), start, body: start + headerBytes, end };
  }

  private async blank({ start, body, end }: Box): Promise<void> {
    await this.file.write(start + 4, Buffer.from('free'));
    await this.file.zero(body, end);
  }
}

/** What describes the picture: codecs, colours, proportions, rates and projections. */
const videoExtensions = new Set(
  'avcC hvcC lhvC vvcC av1C vpcC esds dvcC dvvC dvwC colr pasp clap btrt fiel gama mdcv clli SmDm CoLL st3d sv3d'.split(
    ' ',
  ),
);

/** What describes the sound: codecs, channels and rates. */
const soundExtensions = new Set(
  'esds wave chan chnl dOps dfLa dac3 dec3 dac4 dmlp ddts udts alac mhaC srat btrt sinf pcmC'.split(' '),
);
