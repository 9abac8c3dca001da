import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../shared/http/api-error.ts';
import type { ChosenMedia, UploadKind } from '../media.ts';
import { uploadFile, uploadImage, uploadMedia } from './send-upload.ts';

export interface Upload {
  key: number;
  file: File;
  /** The part that has been sent, 0 to 1. */
  part: number;
  /** A `blob:` URL of an image. */
  preview?: string;
  error?: string;
}

const uploadCalls = { image: uploadImage, media: uploadMedia, file: uploadFile };

/** Sends files one by one; those that failed stay in the list with the reason. */
export function useUploads(kind: UploadKind, onUploaded: (chosen: ChosenMedia) => void) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const [status, setStatus] = useState('');
  /** Every upload that runs or waits for its turn has one. */
  const controllers = useRef(new Map<number, AbortController>());
  const next = useRef(0);
  const done = useRef(onUploaded);
  done.current = onUploaded;

  useEffect(() => {
    const all = controllers.current;
    return () => {
      for (const controller of all.values()) controller.abort();
    };
  }, []);

  const change = (key: number, more: Partial<Upload>) =>
    setUploads((list) => list.map((one) => (one.key === key ? { ...one, ...more } : one)));

  function remove(key: number) {
    controllers.current.get(key)?.abort();
    setUploads((list) => {
      const preview = list.find((one) => one.key === key)?.preview;
      if (preview) URL.revokeObjectURL(preview);
      return list.filter((one) => one.key !== key);
    });
  }

  function controllerOf(key: number): AbortController {
    const controller = new AbortController();
    controllers.current.set(key, controller);
    return controller;
  }

  async function send(key: number, file: File, { signal } = controllerOf(key)) {
    const options = { signal, onProgress: (part: number) => change(key, { part }) };
    try {
      if (signal.aborted) return;
      const chosen = await uploadCalls[kind](file, options);
      setStatus(`${file.name} is uploaded`);
      remove(key);
      done.current(chosen);
    } catch (error) {
      if (signal.aborted) return;
      change(key, { error: error instanceof ApiError ? error.message : 'Upload failed' });
    } finally {
      controllers.current.delete(key);
    }
  }

  return {
    uploads,
    status,
    isBusy: uploads.some(({ error }) => error === undefined),
    async start(files: readonly File[]) {
      const added = files.map((file) => ({
        key: next.current++,
        file,
        part: 0,
        preview: file.type.startsWith('image/') ? URL.createObjectURL(file) : undefined,
      }));
      setUploads((list) => [...list, ...added]);
      // Now, because one that waits can be cancelled, too.
      const queue = added.map(({ key, file }) => ({ key, file, controller: controllerOf(key) }));
      for (const { key, file, controller } of queue) await send(key, file, controller);
    },
    /** Cancels an upload that runs or waits, or dismisses a failed one. */
    remove(key: number) {
      const upload = uploads.find((one) => one.key === key);
      if (upload && upload.error === undefined) setStatus(`The upload of ${upload.file.name} is cancelled`);
      remove(key);
    },
    retry(key: number) {
      const upload = uploads.find((one) => one.key === key);
      if (!upload) return;
      change(key, { error: undefined, part: 0 });
      void send(key, upload.file);
    },
  };
}
