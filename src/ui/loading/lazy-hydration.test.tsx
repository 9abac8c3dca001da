import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { LazyHydration, type LazyPart, lazyPart, serverPartsLoaded } from './lazy-hydration.tsx';

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;
const render = (part: LazyPart<{ name: string }>) =>
  renderToString(
    <MemoryRouter>
      <LazyHydration part={part} fallback={<p>Loading</p>}>
        {(Part) => <Part name="Ann" />}
      </LazyHydration>
    </MemoryRouter>,
  ).replaceAll('<!-- -->', '');

test('the server renders a part in full, for readers without scripts', async () => {
  const part = lazyPart(async () => Greeting);
  await part.loaded;
  expect(render(part)).toContain('<p>Hello Ann</p>');
});

test('the server waits for all its parts, for those within parts too, and not for one that cannot load', async () => {
  const later = <T,>(value: T) => new Promise<T>((resolve) => setTimeout(resolve, 1, value));
  let inner: LazyPart<{ name: string }> | undefined;
  const outer = lazyPart(async () => {
    await later(null);
    inner = lazyPart(() => later(Greeting));
    return Greeting;
  });
  lazyPart(() => Promise.reject(new Error('broken')));
  await serverPartsLoaded();
  expect([outer.component, inner?.component]).toEqual([Greeting, Greeting]);
});

test('a part that is not there yet leaves its place to the fallback', () => {
  const { promise, resolve } = Promise.withResolvers<typeof Greeting>();
  expect(render(lazyPart(() => promise))).toContain('<p>Loading</p>');
  resolve(Greeting);
});

test('a part is loaded once, and again after a failure', async () => {
  let attempts = 0;
  const part = lazyPart(async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('offline');
    return Greeting;
  });
  part.load();
  expect(attempts).toBe(1);
  await new Promise((resolve) => setTimeout(resolve));
  expect(part.component).toBeNull();
  part.load();
  await part.loaded;
  part.load();
  expect([attempts, part.component]).toEqual([2, Greeting]);
});
