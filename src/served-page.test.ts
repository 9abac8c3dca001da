import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isWithoutScripts, reloadIfMoved, reloadWithoutScripts } from './served-page.ts';

const reload = vi.fn();
const history = {
  state: null as object | null,
  replaceState(state: object) {
    this.state = state;
  },
};

/** A document that the server rendered for one path and that stands at another. */
function standAt(pathname: string, search = '', servedPath: string | undefined = pathname + search) {
  vi.stubGlobal('window', { servedPath });
  vi.stubGlobal('location', { pathname, search, reload });
}

beforeEach(() => {
  history.state = { key: 'k', idx: 1 };
  vi.stubGlobal('history', history);
});
afterEach(() => {
  vi.unstubAllGlobals();
  reload.mockReset();
});

test('a document at its own address stays, and its history entry is left alone', () => {
  const { state } = history;
  standAt('/shop', '?from=mail');
  expect(reloadIfMoved()).toBe(false);
  expect(isWithoutScripts()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
  expect(history.state).toBe(state);
});

test.each([
  ['/hosts', '', '/shop'],
  ['/shop', '?page=2', '/shop'],
])('the document of another address is reloaded: %s%s', (path, search, servedPath) => {
  standAt(path, search, servedPath);
  expect(reloadIfMoved()).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(history.state).toMatchObject({ key: 'k', idx: 1 });
});

test('a document whose address is never its own is reloaded once, and then used as it is', () => {
  standAt('/hosts', '', '/prefix/hosts');
  expect(reloadIfMoved()).toBe(true);
  expect(reloadIfMoved()).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a reload that helped leaves nothing that would hold back the next one', () => {
  standAt('/hosts', '', '/shop');
  reloadIfMoved();
  standAt('/hosts');
  expect(reloadIfMoved()).toBe(false);
  standAt('/hosts', '', '/shop');
  expect(reloadIfMoved()).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
});

test('older HTML that names no address is used as it is', () => {
  standAt('/shop');
  vi.stubGlobal('window', {});
  expect(reloadIfMoved()).toBe(false);
});

test('a page that failed is reloaded without its scripts, once', () => {
  standAt('/shop');
  reloadWithoutScripts();
  expect(reload).toHaveBeenCalledTimes(1);
  expect(isWithoutScripts()).toBe(true);
  expect(isWithoutScripts()).toBe(false);
  expect(history.state).toMatchObject({ key: 'k', idx: 1 });
});
