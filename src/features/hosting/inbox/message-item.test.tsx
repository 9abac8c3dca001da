import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MessageItem } from './message-item.tsx';

const answer = {
  ...{
    id: '0190a6a0-0000-7000-8000-000000000000',
    direction: 'out',
    kind: 'message',
    text: 'Yes, it is free.',
  },
  ...{ author: 'Hanna', authorEmail: 'host@example.com', original: null, attachments: [], problem: '' },
  ...{ at: '2030-03-01T18:00:00.000Z', sentAt: null, isUndeliverable: false },
} as const;
type Message = Parameters<typeof MessageItem>[0]['message'];

test.each<[string, Partial<Message>]>([
  ['Waits to be sent by mail', {}],
  ['Sent by mail', { sentAt: '2030-03-01T18:00:05.000Z' }],
  ['It could not be delivered to ann@guests.example', { isUndeliverable: true }],
])('an answer stands with what became of its mail: %s', (words, more) => {
  const message: Message = { ...answer, attachments: [], ...more };
  const html = renderToStaticMarkup(<MessageItem message={message} guestEmail="ann@guests.example" />);
  expect(html).toContain(words);
  for (const other of ['Waits to be sent', 'Sent by mail', 'could not be delivered'])
    expect(html.includes(other)).toBe(words.includes(other));
});
