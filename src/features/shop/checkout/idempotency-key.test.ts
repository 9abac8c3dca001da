import { afterEach, expect, test, vi } from 'vitest';
import { browserStorage, refusingStorage } from '../../../../test/browser.ts';
import { newId } from '../../../shared/uuid.server.ts';

afterEach(() => void vi.unstubAllGlobals());

/** The module as a page has it that was just loaded: storage outlives the page, memory does not. */
async function loadPage() {
  vi.resetModules();
  return import('./idempotency-key.ts');
}

test('a checkout keeps its key over attempts and reloads, until it has a response', async () => {
  vi.stubGlobal('sessionStorage', browserStorage());
  const product = newId();
  const page = await loadPage();
  const key = page.idempotencyKey(product);
  expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(page.idempotencyKey(product)).toBe(key);
  const reloaded = await loadPage();
  expect(reloaded.idempotencyKey(product)).toBe(key);
  reloaded.clearIdempotencyKey(product);
  expect(reloaded.idempotencyKey(product)).not.toBe(key);
});

test('products do not share a key, and the response for one leaves that of another', async () => {
  vi.stubGlobal('sessionStorage', browserStorage());
  const { idempotencyKey, clearIdempotencyKey } = await loadPage();
  const [one, other] = [newId(), newId()];
  const key = idempotencyKey(other);
  expect(idempotencyKey(one)).not.toBe(key);
  clearIdempotencyKey(one);
  expect(idempotencyKey(other)).toBe(key);
});

test('a browser without storage pays once, too, as long as the page lives', async () => {
  vi.stubGlobal('sessionStorage', refusingStorage);
  const { idempotencyKey, clearIdempotencyKey } = await loadPage();
  const product = newId();
  const key = idempotencyKey(product);
  expect(idempotencyKey(product)).toBe(key);
  clearIdempotencyKey(product);
  expect(idempotencyKey(product)).not.toBe(key);
});

test('a thousand keys are a thousand', async () => {
  vi.stubGlobal('sessionStorage', browserStorage());
  const { idempotencyKey } = await loadPage();
  expect(new Set(Array.from({ length: 1_000 }, (_, index) => idempotencyKey(`p-${index}`))).size).toBe(1_000);
});
