import { readFile } from 'node:fs/promises';
import type { Storage } from '../platform/storage/create-storage.server.ts';
import { readImage } from './encoded-images.server.ts';
import type { SceneMedia, SeedFiles, StoreScene } from './seed.server.ts';

const seedFolder = new URL('./', import.meta.url);
const folder = new URL('images/', seedFolder);

const storeSeedImage =
  (storage: Storage): StoreScene =>
  async (id, name): Promise<SceneMedia> => {
    const alts = JSON.parse(await readFile(new URL('alt.json', folder), 'utf8')) as Record<string, string>;
    const { width, height, widths, blurDataUrl, files, svgBytes } = await readImage(name);
    for (const file of files) await storage.put(`media/${id}/${file.name}`, file.body, file.type);
    return {
      kind: 'image',
      alt: alts[name] ?? '',
      width,
      height,
      widths,
      blur_data_url: blurDataUrl,
      type: 'image/svg+xml',
      size_bytes: svgBytes,
      original_name: `${name}.svg`,
    };
  };

export const seedImages = (storage: Storage): SeedFiles => ({
  scene: storeSeedImage(storage),
  async tour(id) {
    const body = await readFile(new URL('tour.mp4', seedFolder));
    await storage.put(`media/${id}/tour.mp4`, body, 'video/mp4');
    return {
      kind: 'video',
      alt: 'A calm drawn tour of the beach: waves, clouds and a sailboat',
      width: 1600,
      height: 640,
      widths: [],
      blur_data_url: '',
      type: 'video/mp4',
      size_bytes: body.length,
      original_name: 'tour.mp4',
      file_name: 'tour.mp4',
    };
  },
});
