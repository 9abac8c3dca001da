import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { type Markup, page } from '../page.ts';
import type { Mailbox, Message } from './mailbox.ts';
import { composeReply, type ReplyBox, type ReplyText } from './replies.ts';

/** The inbox for people (`/`), with a reply form for each mail, and for tests `/messages`, `/replies` and `/switches`. */
export function mailPages(mailbox: Mailbox, replies: ReplyBox): Hono {
  const app = new Hono();
  app.get('/replies', (c) =>
    c.json(replies.all().map(({ uid, raw }) => ({ uid, source: raw.toString('utf8') }))),
  );
  app.post('/replies', async (c) => {
    const { uid } = replies.add(Buffer.from(await c.req.arrayBuffer()));
    return c.json({ uid }, 201);
  });
  app.post('/:id/reply', async (c) => {
    const message = mailbox.message(c.req.param('id'));
    if (!message) return c.json({ message: 'There is no such mail' }, 404);
    const isForm = !c.req.header('Content-Type')?.startsWith('application/json');
    const reply = await readReply(c, isForm);
    if (!reply.text) return c.json({ message: '"text" is missing' }, 400);
    const { uid } = replies.add(await composeReply(message, reply));
    return isForm ? c.redirect(`/mail/${message.id}?replied=${uid}`, 303) : c.json({ uid }, 201);
  });
  app.get('/messages', (c) => c.json(mailbox.messages(c.req.query('to'))));
  app.delete('/messages', (c) => {
    mailbox.clear();
    return c.json({ success: true });
  });
  app.get('/switches', (c) => c.json({ refuse: mailbox.refuse }));
  app.post('/switches', async (c) => {
    const { refuse } = await c.req.json<{ refuse?: unknown }>();
    if (typeof refuse !== 'boolean') return c.json({ message: '"refuse" must be true or false' }, 400);
    mailbox.refuse = refuse;
    return c.json({ refuse });
  });
  app.delete('/switches', (c) => {
    mailbox.refuse = false;
    return c.json({ refuse: false });
  });
  app.get('/', (c) => c.html(inboxPage(mailbox.messages(c.req.query('to')))));
  app.get('/:id', (c) => {
    const open = mailbox.message(c.req.param('id'));
    const isReplied = c.req.query('replied') !== undefined;
    return open
      ? c.html(inboxPage(mailbox.messages(), open, isReplied))
      : c.html(inboxPage(mailbox.messages()), 404);
  });
  return app;
}

async function readReply(c: Context, isForm: boolean): Promise<ReplyText> {
  if (!isForm) return c.req.json<ReplyText>();
  const { text } = await c.req.parseBody();
  return { text: typeof text === 'string' ? text.trim() : '' };
}

function inboxPage(messages: Message[], open?: Message, isReplied = false): Markup {
  return page({
    title: open ? open.subject || 'No subject' : 'Mailbox',
    wide: true,
    ...(open ? {} : { refreshSeconds: 5 }),
    body: html`<h1>${open ? html`<a href="/mail">Mailbox</a>` : 'Mailbox'}</h1>
<p class="soft">Everything the site sends lands here, whoever it is addressed to.</p>
<div class="mail ${open ? 'open' : ''}">
<section class="card inbox" aria-label="Messages">${
      messages.length === 0
        ? html`<p class="body">No mail yet.</p>`
        : html`<ul class="list">${messages.map((message) => listEntry(message, message.id === open?.id))}</ul>`
    }</section>
${open ? reading(open, isReplied) : ''}
</div>`,
  });
}

function listEntry(message: Message, current: boolean): Markup {
  return html`<li><a href="/mail/${message.id}" ${current ? html`aria-current="true"` : ''}>
<strong>${message.subject || 'No subject'}</strong>
<span class="soft">To ${message.rcpt.join(', ')} · ${moment(message.receivedAt)}</span></a></li>`;
}

function reading(message: Message, isReplied: boolean): Markup {
  return html`<article class="card"><div class="body"><h2>${message.subject || 'No subject'}</h2><dl>
<dt>From</dt><dd>${message.from}</dd>
<dt>To</dt><dd>${message.to}</dd>
<dt>Delivered to</dt><dd>${message.rcpt.join(', ')}</dd>
${message.replyTo ? html`<dt>Reply to</dt><dd>${message.replyTo}</dd>` : ''}
<dt>Received</dt><dd>${moment(message.receivedAt)}</dd>
${message.attachments.length > 0 ? html`<dt>Attached</dt><dd>${message.attachments.map((one) => one.filename || one.mimeType).join(', ')}</dd>` : ''}
</dl></div>${message.html ? frame(message.html) : html`<pre>${message.text}</pre>`}${replyForm(message, isReplied)}</article>`;
}

/** Sends the recipient's reply to the mailbox that the site reads every minute. */
function replyForm({ id, rcpt, replyTo, from }: Message, isReplied: boolean): Markup {
  return html`<form class="body" method="post" action="/mail/${id}/reply">
${isReplied ? html`<p role="status"><strong>Your reply is on its way.</strong></p>` : ''}
<label>Reply as ${rcpt[0] ?? 'its recipient'}
<textarea name="text" rows="4" required></textarea></label>
<p class="soft">Goes to ${replyTo || from}; the site fetches answers every minute.</p>
<button>Reply</button></form>`;
}

/** The mail's own HTML, in a frame that may run nothing; its links open in a new tab. */
function frame(body: string): Markup {
  const source = `<base target="_blank">${body}`;
  return html`<iframe title="Message" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${source}"></iframe>`;
}

function moment(iso: string): string {
  return new Date(iso).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'medium' });
}
