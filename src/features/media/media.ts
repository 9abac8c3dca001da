import type { FieldErrors } from '../../shared/errors.ts';
import type { ImageData } from '../../shared/image.ts';
import type { Media } from './contract.server.ts';

export type MediaKind = Media['kind'];

/** A URL, and the upload if the server sends it. */
export interface ChosenMedia {
  url: string;
  media: Media | null;
}

const megabyte = 1024 * 1024;

export const maxBytes: Record<MediaKind, number> = {
  image: 15 * megabyte,
  video: 200 * megabyte,
  file: 25 * megabyte,
};

const named: Record<MediaKind, string> = { image: 'A picture', video: 'A video', file: 'A file' };

export const tooLargeMessage = (kind: MediaKind): string =>
  `${named[kind]} may have at most ${maxBytes[kind] / megabyte} MB.`;

/** What an upload control takes: images, images and videos, or files. */
export type UploadKind = 'image' | 'media' | 'file';

const acceptedImages = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

export const acceptedTypes: Record<UploadKind, string> = {
  image: acceptedImages,
  media: `${acceptedImages},video/mp4,video/webm`,
  file: `.pdf,.txt,.csv,.docx,.xlsx,.pptx,.odt,.ods,.odp,.zip,${acceptedImages}`,
};

const imageLimits = `up to ${maxBytes.image / megabyte} MB and 50 megapixels (AVIF 24)`;

export const uploadLimits: Record<UploadKind, string> = {
  image: `Pictures ${imageLimits}`,
  media: `Pictures ${imageLimits}, videos up to ${maxBytes.video / megabyte} MB`,
  file: `Files up to ${maxBytes.file / megabyte} MB, pictures ${imageLimits}`,
};

/** Characters. */
export const maxAltLength = 500;

export const altMissing: FieldErrors = { alt: 'Alternative text is required' };

/** The id in `/media/{id}/{width}.{type}`; `null` for other URLs. */
export function parseMediaId(url: string): string | null {
  return /^\/media\/([0-9a-f-]{36})\//.exec(url)?.[1] ?? null;
}

export const toImages = (images: string[], stored: Map<string, ImageData>): ImageData[] =>
  images.map((url) => stored.get(url)).filter((image) => image !== undefined);
