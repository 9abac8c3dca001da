import type { SceneMedia, SeedFiles } from '../src/seed/seed.server.ts';

const row = (name: string): SceneMedia => ({
  kind: 'image',
  alt: `Illustration: ${name}`,
  width: 1800,
  height: 1200,
  widths: [480, 960, 1800],
  blur_data_url: 'data:image/webp;base64,',
  type: 'image/jpeg',
  size_bytes: 0,
  original_name: `${name}.svg`,
});

/** Rows without files: tests of texts and rules need no rendered images. */
export const noFiles: SeedFiles = {
  scene: async (_id, name) => row(name),
  tour: async () => ({ ...row('tour'), kind: 'video', type: 'video/mp4' }),
};
