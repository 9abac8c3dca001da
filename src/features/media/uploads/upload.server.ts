import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Author } from '../../../db/audited-rows.server.ts';
import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { encodePreview } from '../../../platform/images/encode-image.server.ts';
import {
  type ContentType,
  detectDocument,
  detectMedia,
} from '../../../platform/uploads/detect-file-type.server.ts';
import type { ReceivedFile } from '../../../platform/uploads/read-form.server.ts';
import { explainDiskFull, receiveUpload } from '../../../platform/uploads/receive-upload.server.ts';
import { stripMetadata, stripVersion } from '../../../platform/uploads/strip-video-metadata.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { requireActor } from '../../auth/guards.ts';
import type { Media } from '../contract.server.ts';
import { type MediaKind, maxAltLength, maxBytes, tooLargeMessage } from '../media.ts';
import { enqueueProcessing } from '../processing/process-image.server.ts';
import { downloadKey, originalKey, variantKey } from '../processing/storage-keys.server.ts';
import { sanitizeFileName, urlFileName } from '../serve/file-names.ts';
import { insertMedia, markStripped, toMedia } from '../store.server.ts';
import { inUploadQueue } from './upload-queue.server.ts';

const acceptedImages = 'Please choose a JPEG, PNG, WebP, AVIF or GIF picture.';
const acceptedTypes = 'Please choose a JPEG, PNG, WebP, AVIF or GIF picture, or an MP4 or WebM video.';

const limitFor = (kind: MediaKind) => ({ bytes: maxBytes[kind], message: tooLargeMessage(kind) });

/**
 * Stores an upload. One size of an image is available immediately; the queue makes the others.
 * @throws AppError `unsupportedType`, `tooLarge`, `invalid`, `unavailable`
 */
export const uploadMedia = (ctx: Ctx, request: Request): Promise<Media> =>
  receive(ctx, request, {
    limitedKind: 'video',
    async toKind(head) {
      const content = await detectMedia(head);
      if (!content) throw new AppError('unsupportedType', acceptedTypes);
      return content === 'image' ? 'image' : 'video';
    },
  });

/** Stores a file for download, or an image. @throws AppError as `uploadMedia` */
export const uploadFile = (ctx: Ctx, request: Request): Promise<Media> =>
  receive(ctx, request, {
    limitedKind: 'file',
    toKind: async (head) => ((await detectMedia(head)) === 'image' ? 'image' : 'file'),
  });

interface ImageUpload {
  /** The sender, if there is no session. */
  author: Author;
  /** Runs in the transaction that adds the image. */
  alongside(tx: Tx, media: Media): Promise<void>;
}

/** Stores an image from a client without an account. @throws AppError as `uploadMedia` */
export const uploadImage = (ctx: Ctx, request: Request, upload: ImageUpload): Promise<Media> =>
  receive(ctx, request, {
    ...upload,
    limitedKind: 'image',
    async toKind(head) {
      if ((await detectMedia(head)) !== 'image') throw new AppError('unsupportedType', acceptedImages);
      return 'image';
    },
  });

interface Accepted extends Partial<ImageUpload> {
  limitedKind: MediaKind;
  toKind(head: Buffer): Promise<MediaKind>;
}

type Stored = Parameters<typeof insertMedia>[1];

async function receive(ctx: Ctx, request: Request, accepted: Accepted): Promise<Media> {
  const { limitedKind, toKind, alongside } = accepted;
  const { settings, db, storage, log } = ctx;
  return inUploadQueue(async () => {
    const file = await receiveUpload(request, path.join(settings.dataDir, 'tmp'), {
      max: limitFor(limitedKind),
      fields: ['alt'],
      limitFor: async (head) => limitFor(await toKind(head)),
    });
    const id = newId();
    const keys: string[] = [];
    let isCommitting = false;
    try {
      const kind = await toKind(file.head);
      const alt = parseAlt(file.fields.alt);
      const row = await store[kind](ctx, id, file, keys);
      const added = await db.transaction().execute(async (tx) => {
        if (kind === 'image') await enqueueProcessing(tx, id);
        const inserted = await insertMedia(tx, { ...row, alt }, accepted.author ?? requireActor(ctx));
        if (kind === 'video') await markStripped(tx, id, { at: ctx.now(), version: stripVersion });
        await alongside?.(tx, toMedia(inserted));
        isCommitting = true;
        return inserted;
      });
      log.info({ by: ctx.viewer?.id, media: id, kind, bytes: file.sizeBytes }, 'uploaded');
      return toMedia(added);
    } catch (error) {
      // The row may exist after a connection lost at COMMIT, and then needs its files.
      if (isCommitting && !isRejection(error)) throw outcomeUnknown(error);
      // `deleteOrphanedUploads` finds what this leaves.
      for (const key of keys) await storage.remove(key).catch(() => {});
      throw explainDiskFull(error);
    } finally {
      await file.remove();
    }
  }, request.signal);
}

/** Whether the database rejected it, so that nothing was committed. */
const isRejection = (error: unknown): boolean => (error as { severity?: unknown }).severity === 'ERROR';

const outcomeUnknown = (cause: unknown): AppError =>
  new AppError(
    'unavailable',
    'We do not know whether the upload was stored. Please look for it in the library.',
    {
      retryAfterSeconds: 10,
      cause,
    },
  );

/** Control and direction characters. */
const controls = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

function parseAlt(input = ''): string {
  const alt = input.toWellFormed().replace(controls, ' ').trim();
  if ([...alt].length <= maxAltLength) return alt;
  const message = `Maximum length is ${maxAltLength}`;
  throw new AppError('invalid', message, { fields: { alt: message } });
}

/** Each pushes a key before it writes the file. */
const store: Record<
  MediaKind,
  (ctx: Ctx, id: string, file: ReceivedFile, keys: string[]) => Promise<Stored>
> = {
  async image({ storage }, id, file, keys) {
    const { width, height, widths, blurDataUrl, files } = await encodePreview({ file: file.path });
    for (const made of files) {
      keys.push(variantKey(id, made.name));
      await storage.put(variantKey(id, made.name), made.body, made.type);
    }
    keys.push(originalKey(id));
    await storage.put(originalKey(id), { file: file.path }, 'application/octet-stream');
    const image = { width, height, widths, blur_data_url: blurDataUrl, status: 'processing' as const };
    // The type of the re-encoded image.
    return { ...common(id, 'image', file, { type: 'image/jpeg', extension: 'jpg' }), ...image };
  },
  async video({ storage }, id, file, keys) {
    const content = (await detectMedia(file.head)) as ContentType;
    await stripMetadata(file.path, content);
    const name = `video.${content.extension}`;
    keys.push(variantKey(id, name));
    await storage.put(variantKey(id, name), { file: file.path }, content.type);
    const { size } = await stat(file.path);
    return { ...common(id, 'video', { ...file, sizeBytes: size }, content), file_name: name };
  },
  async file({ storage }, id, file, keys) {
    const content = await detectDocument(file.path, file.name);
    keys.push(downloadKey(id));
    await storage.put(downloadKey(id), { file: file.path }, content.type);
    const row = common(id, 'file', file, content);
    return { ...row, file_name: urlFileName(row.original_name, content.extension) };
  },
};

const common = (id: string, kind: MediaKind, file: ReceivedFile, content: ContentType) => ({
  id,
  kind,
  type: content.type,
  size_bytes: file.sizeBytes,
  original_name: sanitizeFileName(file.name, content.extension),
});
