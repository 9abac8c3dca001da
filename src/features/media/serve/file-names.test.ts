import { expect, test } from 'vitest';
import { contentDisposition, sanitizeFileName, urlFileName } from './file-names.ts';

test.each([
  ['Price list.PDF', 'pdf', 'Price list.pdf', 'price-list.pdf'],
  ['invoice.pdf.exe', 'pdf', 'invoice.pdf.exe.pdf', 'invoice-pdf-exe.pdf'],
  ['../../etc/passwd', 'txt', 'etc passwd.txt', 'etc-passwd.txt'],
  ['\u202egpj.exe', 'zip', 'gpj.exe.zip', 'gpj-exe.zip'],
  ['Tarif été à Noël.pdf', 'pdf', 'Tarif été à Noël.pdf', 'tarif-ete-a-noel.pdf'],
  ['料金表.pdf', 'pdf', '料金表.pdf', 'file.pdf'],
  ['a\r\nX-Evil: 1"\\.txt', 'txt', 'a X-Evil: 1".txt', 'a-x-evil-1.txt'],
  ['\ud800lone.txt', 'txt', '\ufffdlone.txt', 'lone.txt'],
  ['', 'csv', 'file.csv', 'file.csv'],
  ['...', 'csv', 'file.csv', 'file.csv'],
  ['.htaccess', 'txt', 'htaccess.txt', 'htaccess.txt'],
])('%j of a %s becomes the name %j and the URL name %j', (given, extension, shown, url) => {
  expect(sanitizeFileName(given, extension)).toBe(shown);
  expect(urlFileName(shown, extension)).toBe(url);
});

test('sanitizeFileName cuts a long name before its extension', () => {
  expect(sanitizeFileName(`${'🏖'.repeat(300)}.pdf`, 'pdf')).toBe(`${'🏖'.repeat(200)}.pdf`);
  expect(urlFileName(sanitizeFileName('x'.repeat(300), 'pdf'), 'pdf')).toBe(`${'x'.repeat(60)}.pdf`);
});

test('contentDisposition encodes any name in both forms', () => {
  expect(contentDisposition('tarif.pdf', `Tarif "été" (1)'s.pdf`)).toBe(
    `attachment; filename="tarif.pdf"; filename*=UTF-8''Tarif%20%22%C3%A9t%C3%A9%22%20%281%29%27s.pdf`,
  );
});
