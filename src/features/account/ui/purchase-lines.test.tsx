import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { StatusChip } from './purchase-lines.tsx';

test.each([
  ['active', 'Active'],
  ['expired', 'Expired'],
  ['pending', 'Pending'],
  ['canceled', 'Canceled'],
  ['trialing', 'Trialing'],
  ['incomplete_expired', 'Incomplete expired'],
  ['past_due', 'Payment due'],
])('the chip of the status %s is capitalized', (status, text) => {
  const html = renderToStaticMarkup(<StatusChip status={status} />);
  expect(html).toContain(`>${text}<`);
  expect(html.includes('text-leaf')).toBe(status === 'active');
});
