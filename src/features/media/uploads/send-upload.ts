import { ApiError, toApiError } from '../../../shared/http/api-error.ts';
import { toApiPath } from '../../../shared/http/calls.ts';
import { textIn } from '../../../shared/http/request.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { uploads } from '../calls.ts';
import type { Media, UploadedFile, UploadedMedia } from '../contract.server.ts';
import { type ChosenMedia, type MediaKind, maxBytes, tooLargeMessage } from '../media.ts';

export interface UploadOptions {
  alt?: string;
  /** Called with the part sent so far, 0 to 1. */
  onProgress?(part: number): void;
  /** Aborting rejects with an `AbortError`. */
  signal?: AbortSignal;
}

/** Uploads an image or a video. @throws ApiError with the server's message, else 'Upload failed: {status}' or 'Upload failed' */
export async function uploadMedia(file: File, options: UploadOptions = {}): Promise<ChosenMedia> {
  assertUploadSize(file, file.type.startsWith('video/') ? 'video' : 'image');
  return send({ path: toApiPath(uploads.media.path), addressIn: 'media_url' }, file, options);
}

/**
 * Uploads an image, and rejects a video: before it is sent if its type is known.
 * @throws ApiError as `uploadMedia`
 */
export async function uploadImage(file: File, options: UploadOptions = {}): Promise<ChosenMedia> {
  if (file.type.startsWith('video/')) throw new ApiError(415, 'Please choose a picture.');
  const chosen = await uploadMedia(file, options);
  if (!chosen.media || chosen.media.kind === 'image') return chosen;
  throw new ApiError(415, 'This was uploaded to the library, but a picture is needed here.');
}

/** Uploads a file for download; images are re-encoded. @throws ApiError as `uploadMedia` */
export async function uploadFile(file: File, options: UploadOptions = {}): Promise<ChosenMedia> {
  assertUploadSize(file, file.type.startsWith('image/') ? 'image' : 'file');
  return send({ path: toApiPath(uploads.file.path), addressIn: 'file_url' }, file, options);
}

function assertUploadSize(file: File, kind: MediaKind): void {
  if (file.size > maxBytes[kind]) throw new ApiError(413, tooLargeMessage(kind));
}

const failed = 'Upload failed';

type AddressField = Exclude<keyof UploadedMedia | keyof UploadedFile, 'media'>;

/** An XMLHttpRequest, since `fetch` reports no upload progress. */
function send(
  { path, addressIn }: { path: string; addressIn: AddressField },
  file: File,
  { alt, onProgress, signal }: UploadOptions,
): Promise<ChosenMedia> {
  return new Promise((resolve, reject) => {
    const aborted = () => reject(signal?.reason ?? new DOMException(failed, 'AbortError'));
    if (signal?.aborted) return aborted();
    const xhr = new XMLHttpRequest();
    const stop = () => xhr.abort();
    xhr.open('POST', path);
    xhr.responseType = 'text';
    xhr.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress?.(total > 0 ? loaded / total : 0),
    );
    xhr.addEventListener('load', () => {
      const { status } = xhr;
      const body = parsed(xhr.responseText);
      try {
        if (status < 200 || status >= 300) throw toApiError(status, body, `${failed}: ${status}`);
        resolve(parseUpload(body, addressIn));
      } catch (error) {
        reject(error instanceof ApiError ? error : new ApiError(status, `${failed}: ${status}`));
      }
    });
    xhr.addEventListener('error', () => reject(new ApiError(0, failed)));
    xhr.addEventListener('abort', aborted);
    xhr.addEventListener('loadend', () => signal?.removeEventListener('abort', stop));
    signal?.addEventListener('abort', stop);
    const form = new FormData();
    // The text precedes the file, so that the server has it once the file has arrived.
    if (alt) form.append('alt', alt);
    form.append('file', file);
    xhr.send(form);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Older servers send no more than the URL. */
const parseUpload = (body: unknown, addressIn: AddressField): ChosenMedia => ({
  url: textIn(body, addressIn),
  media: isRecord(body) && isRecord(body.media) ? (body.media as unknown as Media) : null,
});
