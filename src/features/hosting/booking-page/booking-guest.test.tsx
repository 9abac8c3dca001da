import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { HostedDetail } from '../bookings/contract.server.ts';
import { Access } from './booking-guest.tsx';

const confirmed = {
  status: 'confirmed',
  property: { slug: 'a', title: 'The Beachcomber' },
  email: 'ann@guests.example',
  address: '9 Gulf Drive',
  access: 'Door code 4711',
  accessCode: '',
  accessOn: '2030-03-01',
  accessSentAt: null,
  isAccessUndeliverable: false,
} as unknown as HostedDetail;
const accessSentAt = '2030-03-01T18:00:00.000Z';

test.each<[string, Partial<HostedDetail>]>([
  ['Goes to the guest by itself', {}],
  ['Mailed to the guest on', { accessSentAt }],
  ['could not be delivered to ann@guests.example', { accessSentAt, isAccessUndeliverable: true }],
])('address and access are shown with the state of their mail: %s', (words, more) => {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Access booking={{ ...confirmed, ...more }} />
    </QueryClientProvider>,
  );
  for (const text of ['Goes to the guest by itself', 'Mailed to the guest on', 'could not be delivered'])
    expect(html.includes(text)).toBe(words.startsWith(text));
  expect(html).toContain(words);
  expect(html.includes('The arrival mail has gone out')).toBe(words.startsWith('Mailed'));
});
