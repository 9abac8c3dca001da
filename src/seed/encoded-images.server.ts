import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { encodeAllSizes, type ImageVariants } from '../platform/images/encode-image.server.ts';

const drawn = new URL('images/', import.meta.url);
const encoderSource = new URL('../platform/images/encode-image.worker.server.ts', import.meta.url);
/** Each image in a folder named by the hash of what it comes from, so that none is ever out of date. */
const built = new URL('../../build/images/', import.meta.url);

export interface DrawnImage extends ImageVariants {
  /** The size of the drawing itself. */
  svgBytes: number;
}

/** One of the drawn images in all its sizes: as the build made it, or made now, which takes a second or two of both cores. */
export async function readImage(name: string, folder: URL = built): Promise<DrawnImage> {
  const svg = await readFile(new URL(`${name}.svg`, drawn));
  const variants = (await readBuilt(new URL(`${await toKey(svg)}/`, folder))) ?? (await encode(svg));
  return { ...variants, svgBytes: svg.length };
}

/**
 * Encodes the drawn images that are missing below `build/images`, and removes those of former drawings.
 * With them a first start takes seconds instead of a minute.
 */
export async function buildImages(folder: URL = built, names?: string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const unneeded = new Set(await readdir(folder));
  for (const name of names ?? (await drawnNames())) {
    const svg = await readFile(new URL(`${name}.svg`, drawn));
    const key = await toKey(svg);
    if (!unneeded.delete(key)) await build(svg, new URL(`${key}/`, folder));
  }
  for (const key of unneeded) await rm(new URL(key, folder), { recursive: true });
}

const drawnNames = async (): Promise<string[]> =>
  (await readdir(drawn)).filter((file) => file.endsWith('.svg')).map((file) => file.slice(0, -4));

const encode = (svg: Buffer): Promise<ImageVariants> => encodeAllSizes(svg, { allowSvg: true });

/** Writes the file completely or not at all, even if the build is killed. */
async function build(svg: Buffer, to: URL): Promise<void> {
  const { files, ...facts } = await encode(svg);
  const unfinished = pathToFileURL(`${await mkdtemp(fileURLToPath(new URL('../unfinished-', to)))}/`);
  for (const { name, body } of files) await writeFile(new URL(name, unfinished), body);
  const list = files.map(({ name, type }) => ({ name, type }));
  await writeFile(new URL('image.json', unfinished), JSON.stringify({ ...facts, files: list }));
  // Building and serving are often done by different users, and mkdtemp makes a folder that only its owner can enter.
  await chmod(unfinished, 0o755);
  await rename(unfinished, to);
}

async function readBuilt(folder: URL): Promise<ImageVariants | undefined> {
  const text = await readFile(new URL('image.json', folder), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const image = JSON.parse(text) as ImageVariants;
  const withBody = async (file: ImageVariants['files'][number]) => ({
    ...file,
    body: await readFile(new URL(file.name, folder)),
  });
  return { ...image, files: await Promise.all(image.files.map(withBody)) };
}

const toKey = async (svg: Buffer): Promise<string> =>
  createHash('sha256')
    .update(svg)
    .update(await readFile(encoderSource))
    .digest('hex');
