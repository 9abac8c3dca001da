import { expect, test } from 'vitest';
import { renderPage } from '../../../../test/render-page.tsx';
import { parseTrip } from '../record/trip.ts';
import { Conversation, type ConversationProps } from './conversation.tsx';

const now = '2030-03-01T18:00:00.000Z';
const trip = parseTrip({ code: 'ABCD1234', status: 'confirmed', can: ['message'], now });
const countIn = (messages: ConversationProps['messages']) => {
  const { html } = renderPage(<Conversation trip={trip} messages={messages} unsent={null} />);
  return Number(/name="count" value="(\d+)"/.exec(html)?.[1]);
};

test('beside messages that cannot be read the same text as in an earlier one is another message', () => {
  const message = { id: '1', isFromHosts: false, isChange: false, text: 'Hello?', at: '' };
  expect([countIn({ value: [] }), countIn({ value: [message] })]).toEqual([0, 1]);
  expect(countIn({ failure: 'The database is away.' })).toBe(Date.parse(now));
});
