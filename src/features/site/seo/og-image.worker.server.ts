import { readFile } from 'node:fs/promises';
import satori from 'satori';
import sharp from 'sharp';
import { serveRequests } from '../../../platform/images/child-worker.server.ts';
import type { OgImageRequest, OgImageResponse, OgImageText } from './og-image.server.ts';

const width = 1200;
const height = 630;
const deep = '#0d4250';

const packages = new URL('../../../../node_modules/@fontsource/', import.meta.url);
const faces = [
  { name: 'Young Serif', file: 'young-serif', weight: 400 },
  { name: 'Figtree', file: 'figtree', weight: 600 },
] as const;
const fonts = Promise.all(
  faces.flatMap(({ name, file, weight }) =>
    ['latin', 'latin-ext'].map(async (subset) => ({
      name,
      weight,
      data: await readFile(new URL(`${file}/files/${file}-${subset}-${weight}-normal.woff`, packages)),
    })),
  ),
);

sharp.cache(false);
sharp.concurrency(1);

type Node = { type: string; props: Record<string, unknown> };

const box = (style: object, ...children: (Node | string)[]): Node => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
});

const wave = (y: number, fill: string): Node => ({
  type: 'path',
  props: {
    d: `M2 ${y}c4.5-3.5 7.5-3.5 12 0s7.5 3.5 12 0 7.5-3.5 12 0v3c-4.5-3.5-7.5-3.5-12 0s-7.5 3.5-12 0-7.5-3.5-12 0z`,
    fill,
  },
});

/** The sun over two waves, as in `ui/brand-mark.tsx`. */
const mark: Node = {
  type: 'svg',
  props: {
    width: 64,
    height: 64,
    viewBox: '0 0 40 40',
    children: [
      { type: 'circle', props: { cx: 20, cy: 16, r: 8, fill: '#f2b552' } },
      wave(24, '#4d9f98'),
      wave(31, '#14606f'),
    ],
  },
};

/** Long titles are set smaller, down to what can still be read in a chat. */
const fontSize = (title: string): number => (title.length <= 28 ? 84 : title.length <= 56 ? 66 : 52);

const layout = ({ title, kicker, siteName }: OgImageText): Node =>
  box(
    {
      width,
      height,
      flexDirection: 'column',
      justifyContent: 'space-between',
      boxSizing: 'border-box',
      padding: 56,
      fontFamily: 'Young Serif',
      backgroundImage: `linear-gradient(to top, ${deep} 4%, rgba(13,66,80,0.86) 34%, rgba(13,66,80,0) 74%)`,
    },
    box(
      {
        alignSelf: 'flex-start',
        alignItems: 'center',
        gap: 18,
        padding: '10px 30px 10px 18px',
        borderRadius: 60,
        backgroundColor: '#fdfaf4',
        color: deep,
        fontFamily: 'Figtree',
        fontWeight: 600,
        fontSize: 32,
      },
      mark,
      siteName,
    ),
    box(
      { flexDirection: 'column', gap: 18 },
      box({ color: '#f2b552', fontFamily: 'Figtree', fontWeight: 600, fontSize: 34 }, kicker),
      box(
        { color: '#ffffff', fontSize: fontSize(title), lineHeight: 1.12, lineClamp: 3, display: 'block' },
        title,
      ),
    ),
  );

async function draw({ image, ...text }: OgImageRequest): Promise<Buffer> {
  const overlay = await satori(layout(text) as never, { width, height, fonts: await fonts });
  const background = image
    ? sharp(image, { limitInputPixels: 50e6 }).resize(width, height, { fit: 'cover' })
    : sharp({ create: { width, height, channels: 3, background: '#4d9f98' } });
  return background
    .composite([{ input: Buffer.from(overlay) }])
    .flatten({ background: deep })
    .jpeg({ quality: 84, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

serveRequests<OgImageRequest, OgImageResponse>((request) =>
  draw(request).then(
    (jpeg) => ({ jpeg }),
    (reason: unknown) => ({ problem: reason instanceof Error ? reason.message : String(reason) }),
  ),
);
