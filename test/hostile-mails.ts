/** Mails that anyone may send to the mailbox for replies, each cheap to write and expensive to parse. */
const html = (body: string) => `Content-Type: text/html; charset=utf-8\r\n\r\n${body}`;

const nestedParts = (depth: number): string => {
  const open = Array.from(
    { length: depth },
    (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`,
  );
  return `${open.join('')}Content-Type: text/plain\r\n\r\nx`;
};

/** The part of each mail after the addresses. */
export const hostileBodies: Readonly<Record<string, string>> = {
  'quotations within quotations': html('<blockquote>'.repeat(800) + 'x<br>'.repeat(38_000)),
  'quotations beside a plain text': [
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Hello',
    '--b',
    html('<blockquote>'.repeat(400) + 'x<br>'.repeat(38_000)),
    '--b--',
  ].join('\r\n'),
  'lists within lists': html('<ul><li>'.repeat(900) + '<li>x'.repeat(30_000)),
  'tables within tables': html('<table><tr><td>'.repeat(900) + 'x'.repeat(100_000)),
  'a table of many cells': html(`<table>${`<tr>${'<td>x'.repeat(100)}`.repeat(350)}</table>`),
  'headings within headings': html(`<h1>${'<div>'.repeat(20_000)}${'x '.repeat(40_000)}`),
  'one word': html('x'.repeat(400_000)),
  'a plain text of lines': `Content-Type: text/plain\r\n\r\n${'> x\r\n'.repeat(90_000)}`,
  'links within a plain text': `Content-Type: text/plain\r\n\r\n${'http://xn--a.xn--b.'.repeat(20_000)}`,
  'parts within parts': nestedParts(5_000),
  'many parts': `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Type: text/html\r\n\r\n<p>x\r\n'.repeat(9_000)}--b--`,
  'many headers': `${'X-A: =?utf-8?q?a?=\r\n'.repeat(20_000)}Content-Type: text/plain\r\n\r\nx`,
  'many addresses': `Cc: ${'"a" <a@b.example>, '.repeat(20_000)}c@d.example\r\nContent-Type: text/plain\r\n\r\nx`,
};
