import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MessageItem } from './message-item.tsx';

type Message = Parameters<typeof MessageItem>[0]['message'];

const answer: Message = {
  direction: 'out',
  kind: 'message',
  id: '0190a6a0-0000-7000-8000-000000000000',
  text: 'Yes, it is free.',
  attachments: [],
  problem: '',
  author: 'Hanna',
  authorEmail: 'host@example.com',
  original: null,
  isUndeliverable: false,
  at: '2030-03-01T18:00:00.000Z',
  sentAt: null,
};

test.each<[string, Partial<Message>]>([
  ['Waits to be sent by mail', {}],
  ['Sent by mail', { sentAt: '2030-03-01T18:00:05.000Z' }],
  ['It could not be delivered to ann@guests.example', { isUndeliverable: true }],
])('a reply is shown with the state of its mail: %s', (words, more) => {
  const message = { ...answer, ...more };
  const html = renderToStaticMarkup(<MessageItem message={message} guestEmail="ann@guests.example" />);
  expect(html).toContain(words);
  for (const other of ['Waits to be sent', 'Sent by mail', 'could not be delivered'])
    expect(html.includes(other)).toBe(words.includes(other));
});
