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

test('a document at its own URL is left alone, with its history entry', () => {
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
])('the document of another URL is reloaded: %s%s', (path, search, servedPath) => {
  standAt(path, search, servedPath);
  expect(reloadIfMoved()).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(history.state).toMatchObject({ key: 'k', idx: 1 });
});

test('a document whose URL never matches is reloaded once, then used as it is', () => {
  standAt('/hosts', '', '/prefix/hosts');
  expect(reloadIfMoved()).toBe(true);
  expect(reloadIfMoved()).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a successful reload does not block the next one', () => {
  standAt('/hosts', '', '/shop');
  reloadIfMoved();
  standAt('/hosts');
  expect(reloadIfMoved()).toBe(false);
  standAt('/hosts', '', '/shop');
  expect(reloadIfMoved()).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
});

test('older HTML without a URL is used as it is', () => {
  standAt('/shop');
  vi.stubGlobal('window', {});
  expect(reloadIfMoved()).toBe(false);
});

test('a failed page is reloaded once without its scripts', () => {
  standAt('/shop');
  reloadWithoutScripts();
  expect(reload).toHaveBeenCalledTimes(1);
  expect(isWithoutScripts()).toBe(true);
  expect(isWithoutScripts()).toBe(false);
  expect(history.state).toMatchObject({ key: 'k', idx: 1 });
});
