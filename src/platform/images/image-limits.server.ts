import { AppError } from '../../shared/errors.ts';

/** More would take too much memory to decode; for an AVIF the decoder holds up to 18 bytes for each pixel. */
export const maxMegapixels = (isAvif: boolean): number => (isAvif ? 24 : 50);

/** @throws AppError `tooLarge` above 50 megapixels, or 24 of an AVIF */
export function assertFewPixels(pixels: number, isAvif: boolean): void {
  if (pixels <= maxMegapixels(isAvif) * 1e6) return;
  if (!isAvif)
    throw new AppError('tooLarge', 'This picture has more than 50 megapixels. Please choose a smaller one.');
  // Rounded up, so that no image is rejected for a number that is allowed.
  const megapixels = Math.ceil(pixels / 1e5) / 10;
  const advice = megapixels > maxMegapixels(false) ? 'Make it smaller' : 'Save it as JPEG or WebP';
  throw new AppError(
    'tooLarge',
    `An AVIF may have at most ${maxMegapixels(true)} megapixels; this one has ${megapixels}. ${advice} and try again.`,
  );
}
