import type { ErrorBody } from '../../shared/errors.ts';
import { ApiError, type Fetch, readJson } from '../../shared/http/api-error.ts';
import { textIn } from '../../shared/http/parse-response.ts';
import { typedClient } from '../../shared/http/rpc-client.ts';
import { isRecord } from '../../shared/is-record.ts';
import type { MediaApi } from './api.server.ts';
import {
  type ChosenMedia,
  type LibraryMedia,
  type LibraryQuery,
  type Media,
  type MediaUse,
  maxBytes,
  tooLargeMessage,
} from './media.ts';

export interface UploadOptions {
  /** What a picture shows, for people who cannot see it. */
  alt?: string;
  /** Called with the part that has been sent, 0 to 1. */
  onProgress?(part: number): void;
  /** Cancels the upload; it then rejects with an `AbortError`. */
  signal?: AbortSignal;
}

/**
 * Uploads a picture or a video from the browser.
 * @throws ApiError in the server's words, else 'Upload failed: {status}', else 'Upload failed'
 */
export async function uploadMedia(file: File, options: UploadOptions = {}): Promise<ChosenMedia> {
  assertUploadSize(file, file.type.startsWith('video/') ? 'video' : 'image');
  return send({ path: '/api/upload/media', addressIn: 'media_url' }, file, options);
}

/**
 * Uploads a file that people download. Pictures are re-encoded like those of `uploadMedia`.
 * @throws ApiError as `uploadMedia`
 */
export async function uploadFile(file: File, options: UploadOptions = {}): Promise<ChosenMedia> {
  assertUploadSize(file, file.type.startsWith('image/') ? 'image' : 'file');
  return send({ path: '/api/upload/file', addressIn: 'file_url' }, file, options);
}

/** Says at once what the server would say after the bytes were sent. */
function assertUploadSize(file: File, kind: Media['kind']): void {
  if (file.size > maxBytes[kind]) throw new ApiError(413, tooLargeMessage(kind));
}

const failed = 'Upload failed';

/** One of the two calls, and the field of its response that holds the address. */
interface UploadCall {
  path: string;
  addressIn: 'media_url' | 'file_url';
}

/** `fetch` cannot tell how much of a body it has sent, so this is an XMLHttpRequest. */
function send(
  { path, addressIn }: UploadCall,
  file: File,
  { alt, onProgress, signal }: UploadOptions,
): Promise<ChosenMedia> {
  return new Promise((resolve, reject) => {
    const aborted = () => reject(signal?.reason ?? new DOMException(failed, 'AbortError'));
    if (signal?.aborted) return aborted();
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open('POST', path);
    request.responseType = 'text';
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress?.(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('load', () => {
      const body = parsed(request.responseText);
      try {
        if (request.status < 200 || request.status >= 300) throw refusal(request.status, body);
        resolve(parseUpload(body, addressIn));
      } catch (error) {
        reject(error instanceof ApiError ? error : refusal(request.status, null));
      }
    });
    request.addEventListener('error', () => reject(new ApiError(0, failed)));
    request.addEventListener('abort', aborted);
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', stop));
    signal?.addEventListener('abort', stop);
    const form = new FormData();
    // Before the file, so that the server knows it when the file has arrived.
    if (alt) form.append('alt', alt);
    form.append('file', file);
    request.send(form);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The address that was given to an upload; older servers say nothing else of it. */
const parseUpload = (body: unknown, addressIn: UploadCall['addressIn']): ChosenMedia => ({
  url: textIn(body, addressIn),
  media: isRecord(body) && isRecord(body.media) ? (body.media as unknown as Media) : null,
});

function refusal(status: number, body: unknown): ApiError {
  const { message, fields } = (isRecord(body) ? body : {}) as Partial<ErrorBody>;
  return new ApiError(status, (typeof message === 'string' && message) || `${failed}: ${status}`, fields);
}

/** Calls the media library; in the browser with its own `fetch`. */
export function mediaClient(fetch: Fetch = globalThis.fetch) {
  const { media } = typedClient<MediaApi>(fetch).admin;
  return {
    /** One page of the library, newest first, and how many there are. */
    list({
      search,
      kind,
      unused,
      page,
    }: LibraryQuery = {}): Promise<{ data: LibraryMedia[]; total: number }> {
      const query: Record<string, string> = {};
      if (search) query.search = search;
      if (kind) query.kind = kind;
      if (unused) query.unused = 'true';
      if (page) query.page = String(page);
      return readJson(media.$get({ query }), 'Failed to load the media library');
    },
    /** Every row that shows or links it. */
    async uses(id: string): Promise<MediaUse[]> {
      const response = media[':id'].uses.$get({ param: { id } });
      return (await readJson(response, 'Failed to load where this is used')).data;
    },
    /** Deletes those that no row uses. @returns how many that were */
    async deleteUnused(ids: string[]): Promise<number> {
      const response = media['delete-unused'].$post({ json: { ids } });
      return (await readJson(response, 'Failed to delete')).deleted;
    },
  };
}
