import type { FieldErrors } from '../../shared/errors.ts';
import type { ImageData } from '../../shared/image.ts';

export type MediaKind = 'image' | 'video' | 'file';

/** A picture is `processing` until the queue has made all its sizes; until then, and when that failed, it has one. */
export type MediaStatus = 'processing' | 'ready' | 'failed';

/** One uploaded picture, video or file. */
export interface Media {
  id: string;
  kind: MediaKind;
  /** What a field of a row holds: `/media/{id}/1800.jpg`, `/media/{id}/video.mp4` or `/files/{id}/price-list.pdf`. */
  url: string;
  /** A small picture of it; videos and files have none. */
  thumb: string | null;
  alt: string;
  /** Pixels; null for files, and for videos. */
  width: number | null;
  height: number | null;
  status: MediaStatus;
  /** Why it failed; otherwise empty. */
  error: string;
  /** As it was called on the computer it came from. */
  originalName: string;
  sizeBytes: number;
  /** ISO 8601. */
  createdAt: string;
}

/** What a field takes: an address, and what the library knows of it, if the server says. */
export interface ChosenMedia {
  url: string;
  media: Media | null;
}

/** One in the library, with the number of rows that use it. */
export interface LibraryMedia extends Media {
  uses: number;
}

/** Where one is used. */
export interface MediaUse {
  table: string;
  /** The table's title. */
  title: string;
  rowId: string;
  /** The row's name. */
  label: string;
  /** Its name; empty where the row as a whole is meant. */
  field: string;
  /** What people call the field. */
  fieldTitle: string;
}

export interface LibraryQuery {
  search?: string;
  kind?: MediaKind;
  /** Only what no row uses. */
  unused?: boolean;
  /** From 1; each holds `libraryPageSize`. */
  page?: number;
}

export const libraryPageSize = 48;

const megabyte = 1024 * 1024;

/** The most bytes of each kind. */
export const maxBytes: Record<MediaKind, number> = {
  image: 15 * megabyte,
  video: 200 * megabyte,
  file: 25 * megabyte,
};

const named: Record<MediaKind, string> = { image: 'A picture', video: 'A video', file: 'A file' };

export const tooLargeMessage = (kind: MediaKind): string =>
  `${named[kind]} may have at most ${maxBytes[kind] / megabyte} MB.`;

/** What may be chosen where pictures and videos go, for `accept` of a file input. */
export const acceptedMedia = 'image/jpeg,image/png,image/webp,image/avif,image/gif,video/mp4,video/webm';

/** What may be chosen where files go. */
export const acceptedFiles =
  '.pdf,.txt,.csv,.docx,.xlsx,.pptx,.odt,.ods,.odp,.zip,image/jpeg,image/png,image/webp,image/avif,image/gif';

const pictureLimits = `up to ${maxBytes.image / megabyte} MB and 50 megapixels (AVIF 24)`;

/** What is said beside the button of an upload. */
export const uploadLimits = {
  media: `Pictures ${pictureLimits}, videos up to ${maxBytes.video / megabyte} MB`,
  file: `Files up to ${maxBytes.file / megabyte} MB, pictures ${pictureLimits}`,
};

/** Longest alternative text, in characters. */
export const maxAltLength = 500;

/** What a picture without words is refused with. */
export const altMissing: FieldErrors = { alt: 'Alternative text is required' };

/** The media id in a picture's URL (`/media/{id}/{width}.{type}`), or `null` for a URL from elsewhere. */
export function parseMediaId(url: string): string | null {
  return /^\/media\/([0-9a-f-]{36})\//.exec(url)?.[1] ?? null;
}

/** Those of the images that are known, in their order. */
export const toImages = (images: string[], known: Map<string, ImageData>): ImageData[] =>
  images.map((url) => known.get(url)).filter((picture) => picture !== undefined);
