import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { maxBytes } from '../media.ts';
import { uploadFile, uploadImage, uploadMedia } from './send-upload.ts';

/** The browser's request, as far as an upload needs it. */
class Request extends EventTarget {
  static last: Request;
  upload = new EventTarget();
  status = 0;
  responseText = '';
  opened: string[] = [];
  form: FormData | undefined;
  aborted = false;
  open(...opened: string[]) {
    this.opened = opened;
    Request.last = this;
  }
  send(form: FormData) {
    this.form = form;
  }
  abort() {
    this.aborted = true;
    this.dispatchEvent(new Event('abort'));
    this.dispatchEvent(new Event('loadend'));
  }
  answer(status: number, responseText: string) {
    Object.assign(this, { status, responseText });
    this.dispatchEvent(new Event('load'));
    this.dispatchEvent(new Event('loadend'));
  }
}

beforeEach(() => vi.stubGlobal('XMLHttpRequest', Request));
afterEach(() => vi.unstubAllGlobals());

const picture = new File(['picture'], 'a.png', { type: 'image/png' });

test('uploadMedia sends alternative text and reports progress', async () => {
  const parts: number[] = [];
  const sending = uploadMedia(picture, { alt: 'A beach', onProgress: (part) => parts.push(part) });
  const { last } = Request;
  expect(last.opened).toEqual(['POST', '/api/upload/media']);
  expect([...(last.form?.entries() ?? [])].map(([name]) => name)).toEqual(['alt', 'file']);
  last.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: 1, total: 4 }));
  last.answer(200, '{"media_url":"/media/a/1.jpg"}');
  expect([await sending, parts]).toEqual([{ url: '/media/a/1.jpg', media: null }, [0.25]]);
});

test.each([
  [415, '{"message":"Please choose another.","fields":{"file":"x"}}', 'Please choose another.'],
  [502, '<html>Bad gateway', 'Upload failed: 502'],
  [500, '{}', 'Upload failed: 500'],
  [200, '', 'Upload failed: 200'],
  [200, '{}', 'Upload failed: 200'],
  [500, '{"error":"No."}', 'Upload failed: 500'],
  [500, 'null', 'Upload failed: 500'],
])('uploadFile turns the response %i %s into the message %s', async (status, body, message) => {
  const sending = uploadFile(picture);
  expect(Request.last.opened).toEqual(['POST', '/api/upload/file']);
  Request.last.answer(status, body);
  await expect(sending).rejects.toMatchObject({ name: 'ApiError', status, message });
});

test('POST /api/upload/file: uploadFile accepts only file_url, and returns media when sent', async () => {
  const bare = uploadFile(picture);
  Request.last.answer(200, '{"file_url":"/files/a/list.pdf"}');
  expect(await bare).toEqual({ url: '/files/a/list.pdf', media: null });
  const media = { id: 'a', url: '/files/a/list.pdf', kind: 'file' };
  const ours = uploadFile(picture);
  Request.last.answer(200, JSON.stringify({ file_url: media.url, media }));
  expect(await ours).toEqual({ url: media.url, media });
});

test('uploadImage rejects a video before it is sent', async () => {
  const open = vi.spyOn(Request.prototype, 'open');
  const video = new File(['video'], 'a.mp4', { type: 'video/mp4' });
  await expect(uploadImage(video)).rejects.toMatchObject({ message: 'Please choose a picture.' });
  expect(open).not.toHaveBeenCalled();
});

test.each([
  ['image', null],
  ['video', 'This was uploaded to the library, but a picture is needed here.'],
])('uploadImage of a file without a type, which the server stores as %s', async (kind, message) => {
  const sending = uploadImage(new File(['?'], 'a'));
  const media = { id: 'a', url: '/media/a/1', kind };
  Request.last.answer(200, JSON.stringify({ media_url: media.url, media }));
  if (message) await expect(sending).rejects.toMatchObject({ name: 'ApiError', message });
  else expect(await sending).toEqual({ url: media.url, media });
});

test('uploadMedia rejects a lost connection with the message “Upload failed”', async () => {
  const sending = uploadMedia(picture);
  Request.last.dispatchEvent(new Event('error'));
  await expect(sending).rejects.toMatchObject({ message: 'Upload failed' });
});

test('uploadMedia can be aborted, even before it starts', async () => {
  const abort = new AbortController();
  const sending = uploadMedia(picture, { signal: abort.signal });
  abort.abort();
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
  expect(Request.last.aborted).toBe(true);
  await expect(uploadMedia(picture, { signal: abort.signal })).rejects.toMatchObject({ name: 'AbortError' });
});

test('uploads reject files that are too large before sending', async () => {
  const large = (type: string, size: number) =>
    Object.defineProperty(new File([], 'a', { type }), 'size', { value: size + 1 });
  await expect(uploadMedia(large('image/png', maxBytes.image))).rejects.toThrow('at most 15 MB');
  await expect(uploadMedia(large('video/mp4', maxBytes.video))).rejects.toThrow('at most 200 MB');
  await expect(uploadFile(large('', maxBytes.file))).rejects.toThrow('at most 25 MB');
});
