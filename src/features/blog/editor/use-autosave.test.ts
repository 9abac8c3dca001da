import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../shared/http/api-error.ts';
import type { DraftContent } from './post-form.ts';
import { toFailedState, useAutosave } from './use-autosave.ts';

const content = { title: 'Typed' } as DraftContent;

function renderAutosave(): ReturnType<typeof useAutosave> {
  const rendered: ReturnType<typeof useAutosave>[] = [];
  function Editor() {
    rendered.push(useAutosave({ postKey: 'new', content, baseVersion: null, isPaused: false }));
    return null;
  }
  renderToStaticMarkup(createElement(Editor));
  return rendered[0] as ReturnType<typeof useAutosave>;
}

test('a stopped autosave sends nothing until it resumes', async () => {
  const fetch = vi.fn(async () => Response.json({ saved_at: '2027-03-01T12:00:00.000Z' }));
  vi.stubGlobal('fetch', fetch);
  const autosave = renderAutosave();
  autosave.markSaved({ ...content, title: 'Saved' });
  await autosave.stop();
  await autosave.flush();
  expect(fetch).not.toHaveBeenCalled();
  autosave.resume();
  await autosave.flush();
  expect(fetch).toHaveBeenCalledOnce();
});

test('flush reports whether what was typed is saved', async () => {
  const fetch = vi.fn(async () => Response.json({ message: 'No.' }, { status: 413 }));
  vi.stubGlobal('fetch', fetch);
  const autosave = renderAutosave();
  expect(await autosave.flush()).toBe(true);
  expect(fetch).not.toHaveBeenCalled();
  autosave.markSaved({ ...content, title: 'Saved' });
  expect(await autosave.flush()).toBe(false);
  fetch.mockResolvedValue(Response.json({ saved_at: '2027-03-01T12:00:00.000Z' }));
  expect(await autosave.flush()).toBe(true);
  expect(await autosave.flush()).toBe(true);
  expect(fetch).toHaveBeenCalledTimes(2);
});

test.each([
  [new ApiError(413, 'Too large.'), 'Too large.'],
  [new ApiError(502, 'Bad gateway'), ''],
  [new TypeError('Failed to save the draft'), ''],
])('a draft that fails with %s has the message "%s"', (error, message) => {
  expect(toFailedState(error)).toEqual({ kind: 'failed', message });
});
