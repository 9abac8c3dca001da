import { expect, test } from 'vitest';
import { choosePasted } from './choose-pasted.ts';

const image = new File(['x'], 'image.png', { type: 'image/png' });

function clipboard(forms: { html?: string; plain?: string; files?: File[] }) {
  const byType: Record<string, string | undefined> = { 'text/html': forms.html, 'text/plain': forms.plain };
  return {
    getData: (type: string) => byType[type] ?? '',
    files: (forms.files ?? []) as unknown as FileList,
  };
}
const choose = (forms: Parameters<typeof clipboard>[0], acceptsImages = true) =>
  choosePasted(clipboard(forms), { acceptsImages });

test('text wins over the image that office programs add', () => {
  expect(
    choose({ html: '<table><tr><td>a</td><td>b</td></tr></table>', plain: 'a\tb', files: [image] }),
  ).toEqual({
    html: '<p>a | b</p>',
  });
});

test('plain text with an image of it is left to the library', () => {
  expect(choose({ plain: 'Season and price', files: [image] })).toBeNull();
});

test.each([
  ['a screenshot', {}],
  ['an image of a page', { html: '<meta charset="utf-8"><img src="https://a.example/x.png">', plain: '' }],
  [
    'a linked image',
    {
      html: '<a href="https://a.example"><img src="https://a.example/x.png" alt="x"></a>',
      plain: 'https://a.example',
    },
  ],
  ['a file by its name', { plain: 'image.png' }],
  ['a file by its path', { plain: '/home/ann/My pictures/image.png' }],
  ['a file by its path on Windows', { plain: 'C:\\Pictures\\image.png' }],
  ['a file by its URL', { plain: 'file:///home/ann/image.png\r\nhttps://a.example/b.png' }],
])('%s is taken as an image', (_, forms) => {
  expect(choose({ ...forms, files: [image] })).toEqual({ image });
});

test('an image is not taken where the editor takes none, and files of other types never are', () => {
  expect(choose({ files: [image] }, false)).toBeNull();
  expect(choose({ files: [new File(['x'], 'a.pdf', { type: 'application/pdf' })] })).toBeNull();
});

test('plain text is inserted where the HTML beside it holds nothing', () => {
  expect(choose({ html: '<meta charset="utf-8">', plain: 'a <b>\r\n\r\nb' })).toEqual({
    html: '<p>a &lt;b&gt;</p><p>b</p>',
  });
  expect(choose({ html: '<img src="https://a.example/x.png">' })).toEqual({ html: '' });
});
