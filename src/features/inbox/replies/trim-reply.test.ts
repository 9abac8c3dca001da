import { describe, expect, test } from 'vitest';
import { type SentMail, splitReply, trimReply } from './trim-reply.ts';

const anchor = 'Please write your answer above this line.';
const lines = [
  anchor,
  'Booking K7Q2',
  'Hello Ann,',
  'how many are you, and do you bring a dog with you this time? We have to tell the cleaners about it.',
  'To answer, reply to this mail.',
  'Home: Sunset Villa\nCheck-in: July 9, 2030\nCheck-out: July 14, 2030\nGuests: 4',
  'PCB Beach Rentals\n+1 850 555 0100 · stay@pcb.example\nhttp://pcb.example',
];
const mailed = lines.join('\n\n');
const sent: SentMail = {
  texts: [`PCB Beach Rentals\nA message from PCB Beach Rentals\n${mailed}`],
  senders: ['PCB Beach Rentals', 'stay@pcb.example', '@answers.example'],
};
const marked = (text: string) =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
/** Wraps a text like a mail program that quotes it. */
const wrapped = (text: string, width: number, mark = '') =>
  text
    .split('\n')
    .map((line) => line.replaceAll(new RegExp(`(.{1,${width}})(?:\\s+|$)`, 'g'), `${mark}$1\n`).trimEnd())
    .join('\n');

const introductions = {
  'Gmail, English': 'On Sat, Nov 28, 2026 at 11:04 AM PCB Beach Rentals <reply+abc@answers.example> wrote:',
  'Gmail, broken in two':
    'On Sat, Nov 28, 2026 at 11:04 AM PCB Beach Rentals\n<reply+abc@answers.example> wrote:',
  'Gmail, French':
    'Le sam. 28 nov. 2026 à 11:04, PCB Beach Rentals <reply+abc@answers.example> a écrit\u00a0:',
  'Gmail, Portuguese':
    'PCB Beach Rentals <reply+abc@answers.example> escreveu (sábado, 28/11/2026 à(s) 11:04):',
  'Gmail, Italian':
    'Il giorno sab 28 nov 2026 alle ore 11:04 PCB Beach Rentals <reply+abc@answers.example> ha scritto:',
  'Gmail, Polish': 'sob., 28 lis 2026 o 11:04 PCB Beach Rentals <reply+abc@answers.example> napisał(a):',
  'Gmail, Japanese': '2026年11月28日(土) 11:04 PCB Beach Rentals <reply+abc@answers.example>:',
  'Gmail, Chinese': 'PCB Beach Rentals <reply+abc@answers.example> 于2026年11月28日周六 11:04写道：',
  'Gmail, Hebrew, with marks of direction':
    '\u202bבתאריך שבת, 28 בנוב׳ 2026 ב-11:04 מאת \u202aPCB Beach Rentals\u202c\u200f <\u202areply+abc@answers.example\u202c\u200f>:\u202c',
  'Gmail, Arabic, with marks of direction':
    'في السبت، 28 نوفمبر 2026 في 11:04 ص تمت كتابة ما يلي بواسطة \u202aPCB Beach Rentals\u202c\u200f <\u202areply+abc@answers.example\u202c\u200f>:\u202c',
  'Gmail, Korean':
    '2026년 11월 28일 (토) 오전 11:04, PCB Beach Rentals <reply+abc@answers.example>님이 작성:',
  'Gmail, Hungarian':
    'PCB Beach Rentals <reply+abc@answers.example> ezt írta (időpont: 2026. nov. 28., Szo, 11:04):',
  'a sign without width at its end':
    'On Nov 28, 2026 at 11:04 AM PCB Beach Rentals <a@answers.example> wrote:\u200b',
  Zoho: '---- On Sat, 28 Nov 2026 11:04:00 -0600 PCB Beach Rentals <reply+abc@answers.example> wrote ----',
  'eM Client, whose labels have no colons':
    '------ Original Message ------\nFrom "PCB Beach Rentals" <reply+abc@answers.example>\nTo ann@guests.example\nDate 11/28/2026 11:04:00 AM\nSubject Re: Your inquiry',
  'HCL Notes':
    '-----"PCB Beach Rentals" <reply+abc@answers.example> wrote: -----\nTo: ann@guests.example\nFrom: "PCB Beach Rentals" <reply+abc@answers.example>\nDate: 11/28/2026 11:04AM\nSubject: x',
  QQ: '------------------ 原始邮件 ------------------\n发件人: "PCB Beach Rentals" <reply+abc@answers.example>;\n发送时间: 2026年11月28日(星期六) 中午11:04\n收件人: "Ann"<ann@guests.example>;\n主题: Re: x',
  'Apple Mail, German': 'Am 28.11.2026 um 11:04 schrieb PCB Beach Rentals <reply+abc@answers.example>:',
  'Thunderbird, Dutch': 'Op 28-11-2026 om 11:04 schreef PCB Beach Rentals:',
  Swedish: 'Den lör 28 nov. 2026 kl 11:04 skrev PCB Beach Rentals <reply+abc@answers.example>:',
  Yahoo:
    '    On Saturday, November 28, 2026 at 11:04:00 AM CST, PCB Beach Rentals <reply+abc@answers.example> wrote:  ',
  Proton:
    'On Saturday, November 28th, 2026 at 11\u201011, PCB Beach Rentals <reply+abc@answers.example> wrote:',
  'Outlook, English':
    'From: PCB Beach Rentals <reply+abc@answers.example>\nSent: Saturday, November 28, 2026 11:04 AM\nTo: Ann\nSubject: Re: Your inquiry',
  'Outlook, French':
    'De\u00a0: PCB Beach Rentals <reply+abc@answers.example>\nEnvoyé\u00a0: samedi 28 novembre 2026 11:04\nÀ\u00a0: Ann\nObjet\u00a0: Re: x',
  'Outlook, Danish':
    'Fra: PCB Beach Rentals <reply+abc@answers.example>\nSendt: 28. november 2026 11:04\nTil: Ann\nEmne: x',
  'Outlook, ruled off':
    '________________________________\nVon: PCB Beach Rentals <a@answers.example>\nGesendet: Samstag\nAn: Ann\nBetreff: x',
  'original message':
    '-----Ursprüngliche Nachricht-----\nVon: PCB Beach Rentals\nGesendet: Samstag\nAn: Ann\nBetreff: x',
  'hyphens of Unicode':
    '‐‐‐‐‐‐‐ Original Message ‐‐‐‐‐‐‐\nOn Saturday, 11:04, PCB Beach Rentals <a@answers.example> wrote:',
};

describe.each(Object.entries(introductions))('a quotation that %s introduces', (_, introduction) => {
  test.each<[string, string]>([
    ['with marks', marked(mailed)],
    ['without marks', mailed],
    ['indented', mailed.replaceAll(/^/gm, ' ')],
    ['wrapped at 72 with marks', wrapped(mailed, 72, '> ')],
    ['wrapped at 40 without marks', wrapped(mailed, 40)],
    ['wrapped out of its marks', wrapped(marked(mailed), 60)],
    ['without the line above which to write', mailed.replace(anchor, '')],
    ['from its third line on, with marks', marked(lines.slice(2).join('\n\n'))],
  ])('is left out: %s', (_form, quotation) => {
    for (const blank of ['\n\n', '\n'])
      expect(splitReply(`Yes, four.${blank}${introduction}\n\n${quotation}`, sent)).toEqual({
        own: 'Yes, four.',
        isCertain: true,
        isShortened: false,
      });
  });
});

test.each([
  ['plain', 'Yes!\n\nBest, Ann'],
  ['a sentence that begins with From', 'From: here on we are four.\nThanks'],
  ['a sentence that ends in wrote', 'I like what you wrote:\nboats'],
  ['two lines from On to wrote', 'On Friday the cleaners leave at four, as I wrote:\ncheck-in is at five.'],
  ['lines of dashes', 'Hello Ann,\nhere is the way.\n--\nTurn left.\n--\nBring the wristbands.'],
  ['one line of dashes', 'Two things:\n--\nParking for two cars?'],
  ['a form to fill in', 'Plate:\n__________\nGuests:\n__________\nfour'],
  ['a list of labels', 'E-mail: ann@guests.example\nPhone: 1\nPlate: ABC\n\nThanks'],
  ['a heading between dashes', '----- Parking -----\nTwo cars'],
  [
    'a list under a heading between dashes',
    '----- For PCB Beach Rentals -----\nTwo cars in 2027\nFour people\nNo dog\nThanks to PCB Beach Rentals --',
  ],
  ['dashes like a signature, twice', 'One\n-- \nTwo\n-- \nThree'],
  ['a long text below a signature', `Hello\n-- \n${'A line of many\n'.repeat(9)}`.trim()],
  ['a short word that was sent, too', 'Hello Ann,\nyes'],
])('every line of an author is left where nothing is quoted: %s', (_, text) => {
  expect(splitReply(text, sent)).toMatchObject({
    own: text.replaceAll(/ $/gm, ''),
    isCertain: true,
    isShortened: false,
  });
});

test.each([
  ['a signature', 'Yes!\n-- \nAnn Lee\n+1 850 555 0100', 'Yes!'],
  ['a signature above a quotation', `Yes!\n\n-- \nAnn\n\n${introductions.Yahoo}\n${mailed}`, 'Yes!'],
  ['a note of a phone', `Yes!\n\nSent from my iPhone\n\n${marked(mailed)}`, 'Yes!'],
  ['an introduction within marks', `Yes!\n\n${marked(`On Nov 28, 2026, PCB wrote:\n\n${mailed}`)}`, 'Yes!'],
])('%s is left out', (_, text, own) => {
  expect(splitReply(text, sent)).toMatchObject({ own, isCertain: true });
});

test('text between and below quoted lines is the author’s', () => {
  const [, , hello = '', question = ''] = lines;
  const text = `${marked(hello)}\nHello!\n${marked(question)}\nNo dog.\n${marked(lines[4] ?? '')}\nFour of us.`;
  expect(splitReply(text, sent)).toEqual({
    own: 'Hello!\nNo dog.\nFour of us.',
    isCertain: true,
    isShortened: false,
  });
});

test('text within a quotation without marks stays, and makes the quotation doubtful', () => {
  const [, , , question = '', reply = ''] = lines;
  const text = `See below.\n\n${introductions.Yahoo}\n${anchor}\n\n${question}\nNo dog, four people.\n${reply}`;
  const { own, isCertain } = splitReply(text, sent);
  expect(own).toContain('See below.');
  expect(own).toContain('No dog, four people.');
  expect(isCertain).toBe(false);
});

test.each([
  ['marks around what was never sent', 'Yes!\n\n> Turn left at the gate'],
  ['a mail that is not known, of Zoho', `Yes!\n\n${introductions.Zoho}\n\nWhat is this?`],
  ['a mail that is not known', `Yes!\n\n${introductions['Outlook, French']}\n\nWhat is this?`],
  [
    'a forwarded mail',
    `See this\n\n---------- Forwarded message ---------\n${introductions['Outlook, English']}\n\nHi`,
  ],
  ['an introduction in unknown words', `Yes!\n\nThey said:\n\n${marked(mailed)}`],
  [
    'an unknown mail below the line to write above',
    `Yes!\n\n${anchor}\n\nYour stay is confirmed.\nTotal: $100`,
  ],
])('%s makes a reply doubtful', (_, text) => {
  const { own, isCertain } = splitReply(text, sent);
  expect(own).toMatch(/^(?:Yes!|See this)/);
  expect(isCertain).toBe(false);
});

test('a mail that only quotes has no text of its own, and is shown whole', () => {
  expect(splitReply(marked(mailed), sent).own).toBe('');
  expect(trimReply('> Hello', sent)).toBe('> Hello');
});

// A time that grew with the square of the text would be minutes, and exceed the test's limit.
test('trimReply takes time that grows only with the text', () => {
  for (const part of ['>', 'On ', 'wrote:\n', '_', '-----', 'From: x\n']) {
    const text = part.repeat(300_000);
    // Nothing in it ends what the guest wrote. Texts of this length are not printed.
    expect(trimReply(text, sent) === text.trimEnd(), part).toBe(true);
  }
});
