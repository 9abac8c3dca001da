import { fileTypeFromBuffer } from 'file-type';
import { isoBrands } from './iso-brands.server.ts';

/** Types that reach a decoder, by their extension in `file-type`. SVG is missing: only the seed's own is decoded (`allowSvg`). */
const decodableTypes = ['jpg', 'png', 'apng', 'webp', 'avif', 'gif'];

const avifBrands = ['avif', 'avis'];

/** Detects the type of a decodable image from its first bytes, as an extension; null for everything else. */
export async function detectImage(head: Buffer): Promise<string | null> {
  // `file-type` reads only the major brand, which may be a general one such as `mif1`.
  if (isoBrands(head).some((brand) => avifBrands.includes(brand))) return 'avif';
  const { ext } = (await fileTypeFromBuffer(head)) ?? { ext: '' };
  return decodableTypes.includes(ext) ? ext : null;
}
