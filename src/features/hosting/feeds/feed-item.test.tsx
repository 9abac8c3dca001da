import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { Feed } from '../../channels/contract.server.ts';
import { FeedItem } from './feed-item.tsx';

const feed: Feed = {
  id: '0',
  property: 'the-beachcomber',
  channel: 'airbnb',
  name: '',
  host: 'a.example',
  isActive: true,
  state: 'good',
  lastReadAt: '2027-07-01T12:00:00Z',
  lastGoodAt: '2027-07-01T12:00:00Z',
  lastError: '',
  eventCount: 0,
};
const render = (more: Partial<Feed>) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <FeedItem feed={{ ...feed, ...more }} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
const doubt = 'It was read, but it has no events: is this the right link?';

test('a feed whose first reading has no events is labelled so, and not as read well', () => {
  const html = render({});
  expect(html).toContain('>No events<');
  expect(html).toContain(doubt);
  expect(html).not.toContain('Read well');
});

test('a feed with an event is labelled as read well', () => {
  const html = render({ eventCount: 1 });
  expect(html).toContain('>Read well<');
  expect(html).not.toContain(doubt);
});

test.each<[Partial<Feed>, string]>([
  [{ state: 'failing', lastError: 'It was slow.' }, 'Last reading failed'],
  [{ state: 'stale', lastGoodAt: null, lastError: 'It was slow.' }, 'Cannot be read'],
  [{ state: 'never_read', lastReadAt: null, lastGoodAt: null }, 'Not read yet'],
  [{ state: 'inactive', isActive: false }, 'Switched off'],
])('a feed without events in the state %j is labelled by that state', (more, label) => {
  const html = render(more);
  expect(html).toContain(`>${label}<`);
  expect(html).not.toContain(doubt);
});
