import { expect, test } from 'vitest';
import { parseReply, unreadableReply } from './parse-mail.server.ts';

const head = ['From: Ann Lee <Ann@Guests.example>', 'To: reply+t0ken@pcb.example', 'Message-ID: <1@guests>'];
const plain = 'Content-Type: text/plain; charset=utf-8';
const qp = 'Content-Transfer-Encoding: quoted-printable';
const base64 = 'Content-Transfer-Encoding: base64';
const named = (charset: string) => `Content-Type: text/plain; charset=${charset}`;

/** A mail as it lies in the mailbox; headers of the same name are replaced by `more`. */
function toMail(body: string, more: string[] = [], { without = '' } = {}): Buffer {
  const nameOf = (line: string) => line.slice(0, line.indexOf(':')).toLowerCase();
  const own = [...head, plain].filter(
    (line) => nameOf(line) !== without && !more.some((other) => nameOf(other) === nameOf(line)),
  );
  return Buffer.from([...own, ...more, '', body].join('\r\n'));
}
const parse = (source: Buffer, sizeBytes = source.length) =>
  parseReply(source, sizeBytes, { texts: ['How many?'], senders: ['PCB Beach Rentals'] });

test('a plain reply has its text, its author in lower case, and nothing omitted', async () => {
  expect(await parse(toMail('Yes, gladly!\r\n'))).toEqual({
    recipients: ['reply+t0ken@pcb.example'],
    author: 'Ann Lee',
    authorEmail: 'ann@guests.example',
    mailId: '<1@guests>',
    text: 'Yes, gladly!',
    originalText: null,
    ownReply: 'Yes, gladly!',
    isShortened: false,
    attachments: [],
    files: [],
    isAutomatic: false,
    isDoubtful: false,
    isSiteMail: false,
  });
});

test('quotations of a mail are left out of its text and stored separately', async () => {
  const body =
    'Four of us.\r\n\r\nOn Mon, Nov 22, 2027 at 3:04 PM PCB <a@b.example> wrote:\r\n> How many?\r\n';
  const { text, ownReply, originalText } = await parse(toMail(body));
  expect([text, ownReply]).toEqual(['Four of us.', 'Four of us.']);
  expect(originalText).toContain('> How many?');
});

test('a mail that only quotes is shown whole, and is no reply', async () => {
  const { text, ownReply } = await parse(toMail('> How many?\r\n'));
  expect([text, ownReply]).toEqual(['> How many?', '']);
});

test.each([
  ['Latin-1', ['Content-Type: text/plain; charset=iso-8859-1'], Buffer.from('Grüße', 'latin1')],
  ['quoted-printable', ['Content-Transfer-Encoding: quoted-printable'], Buffer.from('Gr=C3=BC=C3=9F=\r\ne')],
  ['base64', ['Content-Transfer-Encoding: base64'], Buffer.from('R3LDvMOfZQ==')],
  ['HTML alone', ['Content-Type: text/html; charset=utf-8'], Buffer.from('<p>Gr&uuml;&szlig;e</p>')],
])('letters beyond English arrive as they were written: %s', async (_, headers, body) => {
  const { text } = await parse(Buffer.concat([toMail('', headers), body]));
  expect(text).toBe('Grüße');
});

test('the sender’s name is one line without control characters, or the address, or unknown', async () => {
  const authorOf = async (from: string[], without = '') =>
    (await parse(toMail('x', from, { without }))).author;
  expect(await authorOf(['From: =?utf-8?B?QW5uDQpCY2M6IGV2ZUBl?= <ann@guests.example>'])).not.toMatch(
    /[\r\n\t]/,
  );
  expect(await authorOf(['From: ann@guests.example'])).toBe('ann@guests.example');
  expect(await authorOf([], 'from')).toBe('Unknown sender');
  expect((await authorOf([`From: ${'A'.repeat(900)} <ann@guests.example>`])).length).toBe(200);
});

test.each<[string, string[], boolean]>([
  ['one sender', [], false],
  ['two senders', ['From: host@pcb.example, eve@evil.example'], true],
  ['a group of none', ['From: undisclosed:;'], true],
  ['a group of two', ['From: Hosts: host@pcb.example, eve@evil.example;'], true],
  ['a name alone', ['From: Ann Lee'], true],
  ['a failed check', ['Authentication-Results: mx.example; spf=pass; dmarc=fail (p=none)'], true],
  ['a failed check in capitals', ['Authentication-Results: mx.example; DMARC = FAIL'], true],
  ['a passed check', ['Authentication-Results: mx.example; dmarc=pass; spf=fail'], false],
  [
    'a failed check after a passed one',
    ['Authentication-Results: a; dmarc=pass', 'Authentication-Results: b; dmarc=fail'],
    true,
  ],
])('a mail with %s is doubtful or not', async (_, headers, isDoubtful) => {
  expect((await parse(toMail('x', headers))).isDoubtful).toBe(isDoubtful);
});

test.each<[string, string[], boolean]>([
  ['written by a person', [], false],
  ['that says it is no robot’s', ['Auto-Submitted: no'], false],
  ['generated', ['Auto-Submitted: auto-generated'], true],
  ['of a list', ['List-Id: <news.example>'], true],
  ['sent in bulk', ['Precedence: bulk'], true],
  ['of first class', ['Precedence: first-class'], false],
  ['whose subject says so', ['Subject: Automatic reply: Your stay'], true],
  ['out of the office', ['Subject: Out of Office Re: Your stay'], true],
  ['automatic in German', ['Subject: Automatische Antwort: Ihr Aufenthalt'], true],
  ['automatic in French', ['Subject: =?utf-8?Q?R=C3=A9ponse_automatique?='], true],
  ['automatic in Spanish', ['Subject: =?utf-8?Q?Respuesta_autom=C3=A1tica?='], true],
  ['without an address to return it to', ['Return-Path: <>'], true],
  ['with an address to return it to', ['Return-Path: <ann@guests.example>'], false],
  ['about automatic doors', ['Subject: Automatic doors?'], false],
  ['of the postmaster', ['From: Postmaster@guests.example'], true],
  ['of a guest named like one', ['From: postmaster.lee@guests.example'], false],
])('a mail %s is no robot’s', async (_, headers, isAutomatic) => {
  expect((await parse(toMail('x', headers))).isAutomatic).toBe(isAutomatic);
});

test('every address it came to is read: To, Cc and what mail servers add', async () => {
  const { recipients } = await parse(
    toMail('x', [
      'To: Hosts <hosts@pcb.example>, other@pcb.example',
      'Cc: reply+t0ken@pcb.example',
      'Delivered-To: inbox@pcb.example',
      'X-Original-To: <alias@pcb.example>',
    ]),
  );
  expect(recipients).toEqual([
    'hosts@pcb.example',
    'other@pcb.example',
    'reply+t0ken@pcb.example',
    'inbox@pcb.example',
    'alias@pcb.example',
  ]);
});

const attached = (disposition: string, name: string, more: string[] = []) =>
  [
    '--b',
    'Content-Type: image/png',
    `Content-Disposition: ${disposition}; filename="${name}"`,
    ...more,
    'Content-Transfer-Encoding: base64',
    '',
    'AAAA',
    '',
  ].join('\r\n');

test('attachments have their names, at most 20; images within the text are no attachments', async () => {
  const many = Array.from({ length: 25 }, (_, index) => attached('attachment', `plan-${index}.png`));
  const body = `--b\r\n${plain}\r\n\r\nSee\r\n${many.join('')}--b--`;
  const mixed = await parse(toMail(body, ['Content-Type: multipart/mixed; boundary=b']));
  expect([mixed.attachments.length, mixed.files.length]).toEqual([20, 20]);
  expect(mixed.attachments[0]).toBe('plan-0.png');

  const inline = attached('inline', 'logo.png', ['Content-ID: <logo>']);
  const html = '--b\r\nContent-Type: text/html\r\n\r\n<p>See<img src="cid:logo"></p>\r\n';
  const related = await parse(
    toMail(`${html}${inline}--b--`, ['Content-Type: multipart/related; boundary=b']),
  );
  expect([related.attachments, related.files]).toEqual([['logo.png'], []]);
});

test('a mail of which only the beginning was read is not passed on, and its text mentions it', async () => {
  const source = toMail('We come at six.');
  const { text, ownReply } = await parse(source, 5_200_001);
  expect(ownReply).toBe('');
  expect(text).toBe(
    'We come at six.\n\n[This mail has 6 MB. Only its beginning was read; the rest is in your mailbox.]',
  );
});

test('a text of 20,000 characters is a reply; a longer one is shown in part and not passed on', async () => {
  const whole = await parse(toMail('a'.repeat(20_000)));
  expect([whole.ownReply.length, whole.text.length]).toEqual([20_000, 20_000]);
  const longer = await parse(toMail('a'.repeat(20_001)));
  expect([longer.ownReply, longer.text.length]).toEqual(['', 20_000]);
  expect(longer.originalText).toHaveLength(20_001);
});

test.each([
  ['none', 'X-None: 1'],
  ['one with spaces', 'Message-ID: <a b@guests>'],
  ['one that is too long', `Message-ID: <${'a'.repeat(251)}>`],
])(
  'a mail whose id is %s has one of its content: the same for the same mail, another for another',
  async (_, id) => {
    const idOf = async (body: string) => (await parse(toMail(body, [id], { without: 'message-id' }))).mailId;
    expect(await idOf('x')).toMatch(/^<[0-9a-f]{64}@without-id>$/);
    expect(await idOf('x')).toBe(await idOf('x'));
    expect(await idOf('y')).not.toBe(await idOf('x'));
  },
);

test('only our own mails carry the mark of our own mails', async () => {
  const { siteMailHeader } = await import('../../../platform/mail/site-mail-header.ts');
  expect((await parse(toMail('x', [`${siteMailHeader}: 1`]))).isSiteMail).toBe(true);
});

test('a mail with texts of Latin-1 and of UTF-8 under that name is read as it names them', async () => {
  const part = (text: Buffer) => [`--b\r\n${named('iso-8859-1')}\r\n\r\n`, text, '\r\n'];
  const body = [...part(Buffer.from('vor grün', 'latin1')), ...part(Buffer.from('nach grün')), '--b--'];
  const head = toMail('', ['Content-Type: multipart/mixed; boundary=b']);
  const { text } = await parse(Buffer.concat([head, ...body.map((one) => Buffer.from(one))]));
  expect(text).toMatch(/^vor grün\s+nach grÃ¼n$/);
});

test('a mail that cannot be parsed has its addresses and its id, and is no reply', () => {
  const source = toMail('Secret text', ['Cc: reply+t0ken@pcb.example']);
  const reply = unreadableReply(source);
  expect(reply.recipients).toEqual(expect.arrayContaining(['reply+t0ken@pcb.example']));
  expect(reply).toMatchObject({
    mailId: '<1@guests>',
    author: 'Unknown sender',
    authorEmail: '',
    ownReply: '',
    isDoubtful: true,
    text: '[A mail could not be read; it is in your mailbox as <1@guests>.]',
  });
});

test('HTML that is nested too deep, has too many parts or is too long is not passed on', async () => {
  const answerOf = async (html: string) => (await parse(toMail(html, ['Content-Type: text/html']))).ownReply;
  expect(await answerOf('<p>We come at six.</p>')).toBe('We come at six.');
  expect(await answerOf(`<p>We come at six.</p>${'<div>'.repeat(300)}Or not`)).toBe('');
  expect(await answerOf(`<p>We come at six.</p>${'<br>x'.repeat(5_000)}`)).toBe('');
  expect(await answerOf(`<p>We come at six.</p>${' '.repeat(200_000)}`)).toBe('');
});

test('HTML beside a plain text is read with it, unless both say the same', async () => {
  const body = `--b\r\nContent-Type: text/html\r\n\r\n<p>We come at six.</p>\r\n--b\r\n${plain}\r\n\r\nA list\r\n--b--`;
  const textOf = async (type: string) =>
    (await parse(toMail(body, [`Content-Type: multipart/${type}; boundary=b`]))).text;
  expect(await textOf('mixed')).toMatch(/We come at six\.\s+A list/);
  expect(await textOf('alternative')).toBe('A list');
});

test('cells of a table are separate words, and rows are separate lines', async () => {
  const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  const html = `<p>We need:</p><table>${row('Plate', 'ABC 123')}${row('<b>Guests</b>', '<p>four</p>')}</table><table><tr><th>Price</th><td>40</td></tr></table>`;
  const { text } = await parse(toMail(html, ['Content-Type: text/html']));
  expect(text).toMatch(/^We need:\s+Plate ABC 123\s*\nGuests\s+four\s+Price 40$/);
});

const ofParts = (type: string, ...parts: [type: string, text: string][]) =>
  toMail(
    `${parts.map(([of, text]) => `--b\r\nContent-Type: ${of}; charset=utf-8\r\n\r\n${text}\r\n`).join('')}--b--`,
    [`Content-Type: ${type}; boundary=b`],
  );
const door = 'The door code does not work. Please call +1 850 555 0101.';

test.each<[string, Buffer, string]>([
  [
    'plain text that only asks for HTML',
    ofParts(
      'multipart/alternative',
      ['text/plain', 'This mail needs HTML.'],
      ['text/html', `<p>${door} ${door}</p>`],
    ),
    `${door} ${door}`,
  ],
  [
    'plain text without a visible sign',
    ofParts('multipart/alternative', ['text/plain', '\u00a0\u200b\ufeff'], ['text/html', `<p>${door}</p>`]),
    door,
  ],
  [
    'types in capitals',
    ofParts('MULTIPART/ALTERNATIVE', ['TEXT/PLAIN', door], ['TEXT/HTML', `<p>${door}</p>`]),
    door,
  ],
  [
    'a quotation in the HTML alone',
    ofParts(
      'multipart/alternative',
      ['text/plain', door],
      [
        'text/html',
        `<p>${door}</p><p>On Nov 22, 2027 PCB Beach Rentals wrote:</p><blockquote>How many?</blockquote>`,
      ],
    ),
    door,
  ],
  [
    'a thumb as its plain text',
    ofParts('multipart/alternative', ['text/plain', '👍'], ['text/html', '<p>👍</p>']),
    '👍',
  ],
])('an author’s words are read once, beside %s', async (_, source, text) => {
  expect(await parse(source)).toMatchObject({ text, ownReply: text });
});

test('what stands in HTML behind a picture is read beside the plain text before it', async () => {
  const alternative =
    '--b\r\nContent-Type: multipart/alternative; boundary=c\r\n\r\n--c\r\nContent-Type: text/plain\r\n\r\nLook:\r\n--c\r\nContent-Type: text/html\r\n\r\n<p>Look:</p>\r\n--c--\r\n';
  const behind = `--b\r\nContent-Type: text/html\r\n\r\n<p>${door}</p>\r\n--b--`;
  const body = alternative + attached('inline', 'door.jpg') + behind;
  const { text, ownReply, files } = await parse(toMail(body, ['Content-Type: multipart/mixed; boundary=b']));
  expect([text, ownReply, files]).toEqual([`Look:\n\n${door}`, `Look:\n\n${door}`, ['door.jpg']]);
});

test.each<[string, string[], Buffer | string, string]>([
  [
    'an equals sign that begins no code',
    [qp],
    '2+2=4, =ZZ and =c3=bc\r\nsoft=\r\nbreak =  \r\nend=',
    '2+2=4, =ZZ and ü\nsoftbreak end',
  ],
  ['line ends in its codes', [qp], 'Yes=0DFour=0D=0AThree', 'Yes\nFour\nThree'],
  [
    'lines that flow',
    ['Content-Type: text/plain; format=flowed; delsp=yes; charset=utf-8'],
    'We are four  \r\npeople.',
    'We are four people.',
  ],
  ['base64 in torn lines', ['Content-Transfer-Encoding: base64'], 'R3LD\r\nvMO\r\nfZQ==', 'Grüße'],
  ['UTF-8 under the name of ASCII', ['Content-Type: text/plain; charset=us-ascii'], 'Grüße', 'Grüße'],
  ['a charset that does not exist', ['Content-Type: text/plain; charset=unknown-8bit'], 'Grüße', 'Grüße'],
  ['Chinese', ['Content-Type: text/plain; charset=gb2312'], Buffer.from('cbc4b8f6c8cb', 'hex'), '四个人'],
  ['UTF-8 that ends within a letter', [plain], Buffer.from('Grüße ü').subarray(0, -1), 'Grüße \ufffd'],
  ['Latin-1 without a name', ['Content-Type: text/plain'], Buffer.from('Grüße', 'latin1'), 'Grüße'],
  [
    'Latin-1 under the name of UTF-8',
    [plain],
    Buffer.from('Grüße “ja”'.replaceAll('“', '\x93').replaceAll('”', '\x94'), 'latin1'),
    'Grüße “ja”',
  ],
  ['UTF-8 under the name of Latin-1', [named('iso-8859-1')], 'Grüße “ja” 👍', 'Grüße “ja” 👍'],
  ['UTF-8 under the name of Windows', [named('"windows-1252"')], 'Àrbol, Ýr', 'Àrbol, Ýr'],
  ['UTF-8 under the name of Latin-9', [named('ISO-8859-15'), qp], 'Gr=C3=BC=C3=9Fe', 'Grüße'],
  ['UTF-8 under the name of KOI8', [named('koi8-r'), base64], 'R3LDvMOfZQ==', 'Grüße'],
  [
    'UTF-8 under the name of Latin-1 that ends within a letter',
    [named('iso-8859-1')],
    Buffer.from('Grüße ü').subarray(0, -1),
    'Grüße \ufffd',
  ],
  ['Cyrillic of Windows', [named('windows-1251')], Buffer.from('cff0e8e2e5f2', 'hex'), 'Привет'],
  ['UTF-7', [named('utf-7')], 'Gr+APwA3w-e: 2 +- 2 = 4 +2D3cTQ-', 'Grüße: 2 + 2 = 4 👍'],
  ['UTF-7 with signs of markup', [named('UTF-7')], '+ADw-b+AD4-four', '<b>four'],
])('no word is lost in %s', async (_, headers, body, text) => {
  expect((await parse(Buffer.concat([toMail('', headers), Buffer.from(body)]))).ownReply).toBe(text);
});
