import { expect, test } from 'vitest';
import { renderPage } from '../../../../test/render-page.tsx';
import { parseTrip } from '../../bookings/record/trip.ts';
import type { PropertyDetail } from '../../listings/property-detail.ts';
import type { Guide } from '../guide.ts';
import { GuideSections } from './guide-sections.tsx';
import { GuideView } from './guide-view.tsx';

const property = {
  slug: 'quiet-dune',
  title: 'Quiet Dune',
  houseRules: ['No smoking'],
  checkInFrom: '16:00',
  checkOutUntil: '10:00',
} as PropertyDetail;
const body = {
  code: 'ABCD1234',
  status: 'confirmed',
  property: { slug: 'quiet-dune', title: 'Quiet Dune' },
  checkin: '2099-07-05',
  checkout: '2099-07-08',
  guests: 2,
};
const section = { title: 'Leaving', html: '<p>Look under the beds</p>', reveal: 'booked' as const };
const due: Guide = {
  sections: [section],
  wifi: { name: 'Dunes', password: 'sea oats' },
  access: 'Your access code: 4711\n\nThe lockbox',
  accessCode: '4711',
};
const render = (
  guide: Guide,
  more: object = {},
  accessOn: string | null = null,
  home: PropertyDetail | null = property,
) =>
  renderPage(
    <GuideView trip={parseTrip({ ...body, ...more })} property={home} guide={guide} accessOn={accessOn} />,
  );
const contents = (html: string) => [...html.matchAll(/<a href="#([\w-]+)"/g)].map(([, id]) => id);

test('the guide has a table of contents that leads to each of its parts, in their order', () => {
  const { html, text } = render(due, { address: '7 Gulf Drive' });
  expect(contents(html)).toEqual(['getting-in', 'wifi', 'section-1', 'rules', 'hosts']);
  const place = (part: string) => html.indexOf(part);
  expect(place('id="wifi"')).toBeLessThan(place('In this guide'));
  expect(place('In this guide')).toBeLessThan(place('id="section-1"'));
  for (const id of contents(html)) expect(html).toContain(`id="${id}"`);
  for (const part of ['Guide to Quiet Dune', 'from 4 PM', '7 Gulf Drive', 'Your access code: 4711'])
    expect(text).toContain(part);
  expect(text).toContain('No smoking');
  expect(html).toContain('href="tel:8505550142"');
});

test('Wi-Fi is text and a code that phones read; the button to copy waits for its script', () => {
  const { html, text } = render(due);
  expect(text).toContain('Dunes');
  expect(text).toContain('sea oats');
  expect(html).toMatch(/<svg role="img" aria-label="QR code that joins the network Dunes"[^>]*>.*?<path/);
  expect(html).toMatch(/<button[^>]* hidden=""[^>]* data-copy="sea oats"/);
});

test('an open network has no password to copy', () => {
  const { html, text } = render({ ...due, wifi: { name: 'Dunes', password: '' } });
  expect(text).toContain('None: the network is open');
  expect(html).not.toContain('data-copy');
});

test('before its time the guide says from which day on it shows how to come in', () => {
  const { html, text } = render({ sections: [section] }, {}, '2099-07-02');
  expect(contents(html)).toEqual(['access', 'section-1', 'rules', 'hosts']);
  expect(text).toContain('From July 2, 2099 on, three days before you arrive');
});

test('the guide has the rules that were agreed, also of a home that is listed no longer', () => {
  const agreed = { houseRules: 'Be kind\n', cancellation: {}, at: '2027-01-01T00:00:00Z' };
  const { text } = render({ sections: [] }, { agreed }, null, null);
  expect(text).toContain('Guide to Quiet Dune');
  expect(text).toContain('Be kind');
});

test('public sections are on the page of the home under their titles', () => {
  const { html } = renderPage(<GuideSections sections={[section]} />);
  expect(html).toMatch(/<h2[^>]*>Leaving<\/h2>.*Look under the beds/);
});
