type Content = Buffer | string;

const toBytes = (content: Content[]): Buffer =>
  Buffer.concat(content.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));

const numbers = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value, i * 4);
  return bytes;
};

/** A box of an MP4. */
export function box(type: string, ...content: Content[]): Buffer {
  const body = toBytes(content);
  return toBytes([numbers(body.length + 8), type, body]);
}

/** A box with its size in 64 bits. */
export function longBox(type: string, body: string, size = 16n + BigInt(body.length)): Buffer {
  const head = Buffer.alloc(16);
  head.writeUInt32BE(1);
  head.write(type, 4, 'latin1');
  head.writeBigUInt64BE(size, 8);
  return toBytes([head, body]);
}

interface Track {
  handler: string;
  format?: string;
  /** Each is a chunk of one sample. */
  samples: string[];
  /** Further boxes of the track. */
  extra?: Buffer[];
  /** The handler's name, as cameras write it. */
  name?: string;
  isLong?: boolean;
  /** Further boxes that describe the samples. */
  settings?: Buffer[];
}

interface Film {
  tracks: Track[];
  /** Further boxes of `moov`. */
  extra?: Buffer[];
  /** Boxes before `moov`. */
  before?: Buffer[];
  /** Boxes at the end of the file. */
  after?: Buffer[];
  /** Text between the samples. */
  gap?: string;
  /** Seconds of the camera's clock. */
  createdAt?: number;
}

const videoEntry = (format: string, name: string, settings: Buffer[]): Buffer => {
  const body = Buffer.alloc(78);
  body.write(name, 42, 'latin1');
  return box(format, body, box('avcC', 'settings'), ...settings);
};

function trackBox(
  { handler, format, samples, extra = [], name = '', isLong, settings = [] }: Track,
  at: number[],
  created: number,
) {
  const entry =
    handler === 'vide'
      ? videoEntry(format ?? 'avc1', name, settings)
      : box(format ?? 'mp4a', Buffer.alloc(28), box('esds', 'sound settings'), ...settings);
  const offsets = isLong
    ? box('co64', numbers(0, at.length, ...at.flatMap((offset) => [0, offset])))
    : box('stco', numbers(0, at.length, ...at));
  const table = box(
    'stbl',
    box('stsd', numbers(0, 1), entry),
    box('stts', numbers(0, 1, samples.length, 1_000)),
    box('stsc', numbers(0, 1, 1, 1, 1)),
    box('stsz', numbers(0, 0, samples.length, ...samples.map(({ length }) => length))),
    offsets,
  );
  return box(
    'trak',
    box('tkhd', numbers(0, created, created, 1), Buffer.alloc(68)),
    ...extra,
    box(
      'mdia',
      box('mdhd', numbers(0, created, created), Buffer.alloc(12)),
      box('hdlr', numbers(0, 0), handler, Buffer.alloc(12), `${name}\0`),
      box('minf', box('vmhd', Buffer.alloc(12)), table),
    ),
  );
}

/** An MP4 film whose tables name the samples of its tracks, which lie in turn in `mdat`. */
export function mp4Film({
  tracks,
  extra = [],
  before = [],
  after = [],
  gap = '',
  createdAt = 0,
}: Film): Buffer {
  const write = (offset: number) => {
    let place = offset;
    const at = tracks.map(() => [] as number[]);
    const data: string[] = [];
    for (let i = 0; tracks.some(({ samples }) => i < samples.length); i += 1)
      for (const [track, { samples }] of tracks.entries()) {
        const sample = samples[i];
        if (sample === undefined) continue;
        at[track]?.push(place);
        data.push(sample, gap);
        place += sample.length + gap.length;
      }
    const moov = box(
      'moov',
      box('mvhd', numbers(0, createdAt, createdAt), Buffer.alloc(88)),
      ...tracks.map((track, i) => trackBox(track, at[i] ?? [], createdAt)),
      ...extra,
    );
    const head = toBytes([box('ftyp', 'isom\0\0\0\0isommp42'), ...before, moov]);
    return { head, film: toBytes([head, box('mdat', ...data), ...after]) };
  };
  return write(write(0).head.length + 8).film;
}

/** An MP4 in fragments, as streams and recorders of browsers write it: one for each sample, of two tracks. */
export function fragmentedFilm(samples: { track: number; data: string }[], handlers: string[]): Buffer {
  const moov = box(
    'moov',
    box('mvhd', Buffer.alloc(100)),
    ...handlers.map((handler, i) =>
      box(
        'trak',
        box('tkhd', numbers(0, 0, 0, i + 1), Buffer.alloc(68)),
        box('mdia', box('hdlr', numbers(0, 0), handler, Buffer.alloc(12)), box('minf', box('stbl'))),
      ),
    ),
    box('mvex', ...handlers.map((_, i) => box('trex', numbers(0, i + 1, 1, 0, 5, 0)))),
  );
  const fragments = samples.flatMap(({ track, data }) => {
    const make = (offset: number) =>
      box(
        'moof',
        box('mfhd', numbers(0, 1)),
        box(
          'traf',
          box('tfhd', numbers(0x2_00_00, track)),
          box('trun', numbers(0x2_01, 1, offset, data.length)),
        ),
      );
    return [make(make(0).length + 8), box('mdat', data)];
  });
  return toBytes([box('ftyp', 'iso5\0\0\0\0iso5'), moov, ...fragments]);
}

/** An element of a WebM. @param sizeBytes of its size's field */
export function element(id: number, ...content: Content[]): Buffer {
  const body = toBytes(content);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(body.length + 0x10_00_00_00);
  return toBytes([idBytes(id), size, body]);
}

/** One that ends where its container does, as live recordings have. */
export const openElement = (id: number, ...content: Content[]): Buffer =>
  toBytes([idBytes(id), Buffer.from('01ffffffffffffff', 'hex'), ...content]);

function idBytes(id: number): Buffer {
  const hex = id.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
}

export const webmHeader = element(0x1a_45_df_a3, element(0x42_82, 'webm'));

export const webmTrack = (number: number, type: number, ...extra: Buffer[]): Buffer =>
  element(0xae, element(0xd7, Buffer.from([number])), element(0x83, Buffer.from([type])), ...extra);

export const webmBlock = (track: number, data: string): Buffer =>
  element(0xa3, Buffer.from([0x80 | track, 0, 0, 0]), data);
