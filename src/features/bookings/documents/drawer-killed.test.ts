import { expect, test } from 'vitest';
import { killingChildren } from '../../../../test/children.ts';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { openStaysForFile } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';

const stays = await openStaysForFile();
const { slug } = await stays.addProperty();
const placed = await stays.confirmed(slug);
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));

const files: [string, string, string, () => Promise<Response>][] = [
  [
    'receipt',
    'receipt.worker',
    'This receipt could not be made just now. Please try again.',
    () =>
      stays.request('GET', `/api/bookings/${placed.code}/receipt.pdf`, {
        headers: { 'X-Booking-Key': placed.key },
      }),
  ],
  [
    'report',
    'tax-report.worker',
    'This report could not be made just now. Please try again.',
    () => host.request('GET', '/api/admin/reports/taxes.pdf?from=2027-01&to=2027-01'),
  ],
];

test.each(files)(
  'a %s whose process is killed is said to be tried again, and comes then',
  async (_, program, message, fetchFile) => {
    const response = await killingChildren(program, fetchFile);
    expect([response.status, response.headers.get('Retry-After'), (await response.json()).message]).toEqual([
      503,
      '10',
      message,
    ]);
    const again = await fetchFile();
    expect(again.status).toBe(200);
    expect(
      Buffer.from(await again.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  },
);
