import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { UploadControl } from './upload-control.tsx';

test('a control for pictures offers no videos', () => {
  const html = renderToStaticMarkup(<UploadControl kind="image" label="Upload" onUploaded={() => {}} />);
  expect(html).toContain('accept="image/jpeg,image/png,image/webp,image/avif,image/gif"');
});

test.each([
  ['image', 'here. Pictures up to 15 MB and 50 megapixels (AVIF 24).'],
  ['media', 'Pictures up to 15 MB and 50 megapixels (AVIF 24), videos up to 200 MB.'],
  ['file', 'Files up to 25 MB, pictures up to 15 MB and 50 megapixels (AVIF 24).'],
] as const)(
  'the limits of %s are said before anything is chosen, also to people who cannot see',
  (kind, message) => {
    const html = renderToStaticMarkup(<UploadControl kind={kind} label="Upload" onUploaded={() => {}} />);
    const [, hint = ''] = /aria-describedby="([^"]+)"/.exec(html) ?? [];
    expect(html).toMatch(new RegExp(`<p id="${hint}"[^>]*>or drop or paste it here\\. `));
    expect(html).toContain(message);
  },
);
