import type { StoreScene } from '../src/db/seed/seed.server.ts';

/** Rows without files: tests of texts and rules need no rendered pictures. */
export const storeNoPicture: StoreScene = async (_id, name) => ({
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
