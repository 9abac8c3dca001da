import { beforeEach, expect, test } from 'vitest';
import { openInboxForFile, replyDomain, replyMail } from '../../../../test/inbox.ts';
import { renderEmail } from '../../../platform/mail/render-email.server.tsx';
import { readReplies } from '../../inbox/replies/read-replies.server.ts';
import { passToGuest } from './message-guest.server.ts';

const inbox = await openInboxForFile();
const { ctx } = inbox;
const host = 'Hanna Host <host@example.com>';
let id = '';
beforeEach(async () => {
  id = await inbox.addInquiry({ phone: '+1 850 555 0123' });
});

const read = () => readReplies(ctx, passToGuest);
const last = async () => (await inbox.messages(id)).at(-1);

/** A guest writes, and the hosts get the notice that they reply to. */
async function notice() {
  const { reply_token: token, host_reply_token } = await inbox.thread(id);
  await inbox.deliver(replyMail({ token, text: 'Is the pool heated in April?\r\nAnd may we bring a dog?' }));
  await read();
  const mail = (await inbox.queuedMail()).find(
    ({ key, text }) => key.startsWith('notice-') && text.includes(id),
  );
  if (!mail?.content) throw new Error('There is no notice.');
  return { token: host_reply_token, text: mail.text, html: renderEmail(mail.content) };
}

/** The hosts write, and the guest gets the mail that the guest replies to. */
async function message() {
  const { reply_token, host_reply_token: token } = await inbox.thread(id);
  await inbox.deliver(
    replyMail({ token, from: host, text: 'Hello Ann,\r\nhow many are you, and when do you arrive?' }),
  );
  await read();
  const row = await last();
  const mail = (await inbox.queuedMail()).find(({ key }) => key === `message-${row?.id}`);
  if (!mail?.content) throw new Error('There is no message.');
  return { token: reply_token, text: mail.text, html: renderEmail(mail.content) };
}

const marked = (text: string) => text.replaceAll(/^/gm, '> ');
const wrapped = (text: string) =>
  text.replaceAll(/(.{1,50})(?:[ \t]+|$)/gm, '$1\n').replaceAll(/\n{3,}/g, '\n\n');
const head = (token: string) => `PCB Beach Rentals <reply+${token}@${replyDomain}>`;

interface Quoted {
  token: string;
  text: string;
  html: string;
}
const isHtml = ['Content-Type: text/html; charset=utf-8'];
const forms: [string, (own: string, mail: Quoted) => { text: string; headers?: string[] }][] = [
  [
    'Yahoo, without marks',
    (own, { token, text }) => ({
      text: ` ${own}\n    On Saturday, November 28, 2026 at 11:04:00 AM CST, ${head(token)} wrote:  \n \n ${text}`,
    }),
  ],
  [
    'a French Outlook',
    (own, { token, text }) => ({
      text: `${own}\n\nDe\u00a0: ${head(token)}\nEnvoyé\u00a0: samedi 28 novembre 2026 11:04\nÀ\u00a0: Ann\nObjet\u00a0: Re: x\n\n${text}`,
    }),
  ],
  [
    'a French Gmail',
    (own, { token, text }) => ({
      text: `${own}\n\nLe sam. 28 nov. 2026 à 11:04, ${head(token)} a écrit\u00a0:\n\n${marked(text)}`,
    }),
  ],
  ['nothing before the quotation', (own, { text }) => ({ text: `${own}\n\n${text}` })],
  ['a program that wraps', (own, { text }) => ({ text: `${own}\n\n${wrapped(text)}` })],
  ['a program that wraps marks', (own, { text }) => ({ text: `${own}\n\n${marked(wrapped(text))}` })],
  ['an answer below', (own, { text }) => ({ text: `${marked(text)}\n\n${own}` })],
  [
    'Gmail in HTML',
    (own, { token, html }) => ({
      headers: isHtml,
      text: `<div>${own}</div><div class="gmail_quote"><div>On Sat, Nov 28, 2026 at 11:04 AM ${head(token).replace('<', '&lt;').replace('>', '&gt;')} wrote:<br></div><blockquote>${html}</blockquote></div>`,
    }),
  ],
  [
    'Outlook in HTML',
    (own, { token, html }) => ({
      headers: isHtml,
      text: `<div>${own}</div><hr><div><b>From:</b> ${head(token).replace('<', '&lt;').replace('>', '&gt;')}<br><b>Sent:</b> Saturday, November 28, 2026 11:04 AM<br><b>To:</b> Ann<br><b>Subject:</b> Re: x</div><br>${html}`,
    }),
  ],
  ['Yahoo in HTML', (own, { html }) => ({ headers: isHtml, text: `<div>${own}</div><div>${html}</div>` })],
];

test.each(forms)('the guest gets only the new text of a host’s reply: %s', async (_, write) => {
  const mail = await notice();
  await inbox.deliver(
    replyMail({ from: host, token: mail.token, ...write('Yes, the pool is heated.', mail) }),
  );
  await read();
  expect(await last()).toMatchObject({ direction: 'out', text: 'Yes, the pool is heated.' });
  const sent = (await inbox.queuedMail()).filter(
    ({ to, key }) => key.startsWith('message-') && to.address === 'ann@guests.example',
  );
  expect(JSON.stringify(sent.at(-1))).not.toMatch(/admin\/inbox|Answer this mail|850 555 0123/);
});

test.each(forms)('the inbox shows only the new text of a guest’s reply: %s', async (_, write) => {
  const mail = await message();
  await inbox.deliver(replyMail({ token: mail.token, ...write('Yes, we are four.', mail) }));
  await read();
  const stored = await last();
  expect(stored).toMatchObject({ direction: 'in', text: 'Yes, we are four.' });
  expect(stored?.original_text).toContain('how many are you');
});

test.each([
  ['an answer within a quotation without marks', (text: string) => text.replace('And may', 'Yes.\nAnd may')],
  ['words below a quotation without marks', (text: string) => `Hello\n\n${text}\n\nAnd one more thing.`],
  ['marks around other words', () => 'Hello\n\n> Turn left at the gate'],
  ['a line of the notice', () => 'Hello\n\nSee http://localhost:9/admin/inbox?thread=1'],
])('a host’s reply whose new text cannot be separated is returned to the host: %s', async (_, write) => {
  const mail = await notice();
  await inbox.deliver(replyMail({ from: host, token: mail.token, text: write(mail.text) }));
  await read();
  expect(await last()).toMatchObject({
    direction: 'unverified',
    problem: expect.stringContaining('could not be told'),
  });
  const unsent = (await inbox.queuedMail()).filter(
    ({ key, text }) => key.startsWith('unsent-') && text.includes(id),
  );
  expect(unsent.length).toBeGreaterThan(0);
});

test.each([
  'Hello Ann,\nhere is the way to the beach.\n--\nTurn left at the gate.\n--\nPlease bring the wristbands back.',
  'On Friday the cleaners leave at four, as I wrote:\ncheck-in is at five.',
  'Plate: __________\n____________\nGuests: 4',
])('no line of a host’s own is left out: %j', async (text) => {
  const { token } = await notice();
  await inbox.deliver(replyMail({ from: host, token, text }));
  await read();
  expect(await last()).toMatchObject({ direction: 'out', text });
});

test('the notice of a mail that was shortened says so, and the conversation has it whole', async () => {
  const { token } = await message();
  await inbox.deliver(replyMail({ token, text: 'Four.\n\n> Something of another mail' }));
  await read();
  expect(await last()).toMatchObject({
    text: 'Four.',
    original_text: expect.stringContaining('another mail'),
  });
  const notices = (await inbox.queuedMail()).filter(
    ({ key, text }) => key.startsWith('notice-') && text.includes(id),
  );
  expect(notices.at(-1)?.text).toContain('[Shortened: open the conversation for the whole mail.]');
});

test('mails that accept replies ask to write above the quotation, as text and as HTML', async () => {
  for (const { text, html } of [await notice(), await message()]) {
    expect(text.split('\n')[0]).toBe('Please write your answer above this line.');
    expect(html).toContain('Please write your answer above this line.');
  }
});
