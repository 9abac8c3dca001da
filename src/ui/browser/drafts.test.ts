import { afterEach, expect, test, vi } from 'vitest';
import { clearDrafts, readDraft, writeDraft } from './drafts.ts';

afterEach(() => vi.unstubAllGlobals());

/** Imitates a browser's storage, whose keys are its own properties. */
function storage(entries: Record<string, string>, name = 'localStorage') {
  const methods = {
    getItem: (key: string) => entries[key] ?? null,
    setItem(key: string, text: string) {
      entries[key] = text;
    },
    removeItem(key: string) {
      delete entries[key];
    },
  };
  vi.stubGlobal(
    name,
    new Proxy(methods, {
      ownKeys: () => Object.keys(entries),
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  );
  return entries;
}

test('signing out deletes every draft, and nothing else', () => {
  const entries = storage({ theme: 'dark', 'inbox-draft:1': 'Dear Ann' });
  writeDraft('inbox:2', 'We have a ramp.');
  expect(readDraft('inbox:2')).toBe('We have a ramp.');
  clearDrafts();
  expect(entries).toEqual({ theme: 'dark' });
});

test('a draft of a tab is apart from those of the browser, and signing out deletes it', () => {
  const browser = storage({});
  const tab = storage({ scroll: '1' }, 'sessionStorage');
  writeDraft('message:ABCD1234', 'We come late', 'tab');
  expect(readDraft('message:ABCD1234', 'tab')).toBe('We come late');
  expect([readDraft('message:ABCD1234'), readDraft('message:EFGH5678', 'tab')]).toEqual(['', '']);
  expect(browser).toEqual({});
  clearDrafts();
  expect(tab).toEqual({ scroll: '1' });
});

test('a browser that stores nothing fails nowhere', () => {
  vi.stubGlobal('localStorage', undefined);
  vi.stubGlobal('sessionStorage', undefined);
  writeDraft('inbox:2', 'x');
  expect(readDraft('inbox:2')).toBe('');
  clearDrafts();
});
