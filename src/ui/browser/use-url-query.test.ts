import { expect, test } from 'vitest';
import { queryChanges } from './use-url-query.ts';

const setting = (name: string, value: string) => (query: URLSearchParams) => {
  query.set(name, value);
  return query;
};

/** A browser whose URL follows when a navigation is let through. */
function slowBrowser() {
  let url = '';
  const waiting: (() => void)[] = [];
  return {
    url: () => url,
    go: (query: URLSearchParams) =>
      new Promise<void>((resolve) => {
        waiting.push(() => {
          url = `?${query}`;
          resolve();
        });
      }),
    async arrive() {
      for (const follow of waiting.splice(0)) follow();
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

test('a change that begins before the one before has arrived keeps what that one set', async () => {
  const browser = slowBrowser();
  const change = queryChanges();
  void change(setting('status', 'requested'), browser.url(), browser.go);
  void change(setting('search', 'ruth'), browser.url(), browser.go);
  await browser.arrive();
  expect(browser.url()).toBe('?status=requested&search=ruth');
});

test('a change after the others have arrived starts from the URL, wherever that leads by then', async () => {
  const browser = slowBrowser();
  const change = queryChanges();
  void change(setting('status', 'requested'), browser.url(), browser.go);
  await browser.arrive();
  void change(setting('search', 'ruth'), '?page=2', browser.go);
  await browser.arrive();
  expect(browser.url()).toBe('?page=2&search=ruth');
});

test('a change that never arrived leaves nothing behind', async () => {
  const browser = slowBrowser();
  const change = queryChanges();
  const failed = change(setting('status', 'requested'), browser.url(), () =>
    Promise.reject(new Error('offline')),
  );
  await expect(failed).rejects.toThrow('offline');
  void change(setting('search', 'ruth'), browser.url(), browser.go);
  await browser.arrive();
  expect(browser.url()).toBe('?search=ruth');
});
