import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { Lightbox } from '../../../ui/overlays/lightbox.tsx';
import { Gallery } from './gallery.tsx';

const images = ['The pool', '', ''].map((alt, index) => ({
  src: `/media/${index}/800.jpg`,
  alt,
  width: 800,
  height: 600,
  widths: [800],
  blur: '',
}));

const alts = (html: string): string[] =>
  [...html.matchAll(/<img[^>]* alt="([^"]*)"/g)].map(([, alt]) => alt ?? '');

test('a picture without words is named by its number and its home in the gallery', () => {
  const html = renderToStaticMarkup(<Gallery title="Dune House" images={images} />);
  const [second, third] = ['Picture 2 of Dune House', 'Picture 3 of Dune House'];
  expect(alts(html)).toEqual(['The pool', second, third, second, third]);
});

test('a picture without words is named by its number and its home in the lightbox', () => {
  const html = renderToStaticMarkup(
    <Lightbox title="Dune House" images={images} start={1} onClose={vi.fn()} />,
  );
  expect(html).toContain('aria-label="Pictures of Dune House"');
  // Its neighbours are only preloaded.
  expect(alts(html)).toEqual(['Picture 2 of Dune House', '', '']);
});
