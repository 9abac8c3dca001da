import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { DraftContent } from './post-form.ts';
import { useAutosave } from './use-autosave.ts';

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
