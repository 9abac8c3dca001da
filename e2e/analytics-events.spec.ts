import type { Page } from '@playwright/test';
import {
  bookButton,
  captured,
  expectNothingPersonal,
  pay,
  queries,
  sentTo,
  tags,
  week,
} from './analytics-events-steps.ts';
import { open } from './goto.ts';
import { holdBack } from './hold-requests.ts';
import { standIns } from './site.ts';
import { accept, expect, ids, settle, test } from './tracked-site.ts';

const guest = {
  name: 'Rosalind Quillfeather',
  email: 'rosalind.quillfeather@example.com',
  phone: '850-555-0177',
  message: 'Quietly hoping for a corner room',
};

async function inquire(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Booking inquiry' });
  await form.getByLabel('Property').selectOption('The Beachcomber');
  const values: Record<string, string> = {
    Name: guest.name,
    Email: guest.email,
    Phone: guest.phone,
    Message: guest.message,
    'Check-in': '2099-06-10',
    'Check-out': '2099-06-17',
    Guests: '4',
  };
  for (const [label, text] of Object.entries(values)) await form.getByLabel(label).fill(text);
  await form.getByRole('button').click();
  await expect(form.getByText('Thank you for your inquiry!')).toBeVisible();
}

test('a visit up to the purchase is sent once to each service, without personal data', async ({
  page,
  sent,
}) => {
  const email = `payer-${crypto.randomUUID()}@example.com`;
  await open(page, '/hosts?email=somebody@example.com&utm_source=mail');
  await accept(page);
  await settle(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
  await inquire(page);
  await settle(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'View All Rentals' }).click();
  await settle(page);
  // The tags' frame dies with the page, so the payment page waits for its events here.
  const release = await holdBack(page, `${standIns}/stripe/pay/**`);
  await bookButton(page).click();
  await expect.poll(() => tags(sent).map(({ entry }) => entry.event)).toContain('begin_checkout');
  release();
  await pay(page, email);
  const sessionId = new URL(page.url()).searchParams.get('sessionId') ?? '';
  await expect(page.getByRole('heading', { name: 'Booking Confirmed!' })).toBeVisible();
  await expect.poll(() => tags(sent).map(({ entry }) => entry.event)).toContain('purchase');
  await page.reload();
  const views = () => tags(sent).filter(({ entry }) => /success$/.test(entry.page_location ?? '')).length;
  await expect.poll(views).toBeGreaterThan(2);
  await settle(page);

  const { orderId } = await (
    await page.request.get(`/api/products/purchase-detail?sessionId=${sessionId}`)
  ).json();
  const origin = new URL(page.url()).origin;
  const expected = [
    ['PageView', '/hosts'],
    ['PageView', '/'],
    ['Inquiry', '/'],
    ['PageView', '/shop'],
    ['AddToCart', '/shop'],
    ['InitiateCheckout', '/shop'],
    ['PageView', '/checkout/success'],
    ['Purchase', '/checkout/success'],
    ['PageView', '/checkout/success'],
  ].map(([name = '', path]) => [name, `${origin}${path}`]);
  const named = (names: Record<string, string>) =>
    expected.map(([name = '', at]) => [names[name] ?? name, at]);

  const byOrder = (events: unknown[][]) => events.map((event) => JSON.stringify(event)).sort();
  const entries = () => tags(sent).filter(({ entry }) => entry.event !== 'gtm.js');
  const received = () => ({
    meta: byOrder(queries(sent, 'meta').map(({ ev, dl }) => [ev, dl])),
    pinterest: byOrder(queries(sent, 'pinterest').map((one) => [one.event, one['ed[page_url]']])),
    posthog: byOrder(captured(sent).map(({ event, properties }) => [event, properties.$current_url])),
    tags: byOrder(entries().map(({ entry }) => [entry.event, entry.page_location])),
  });
  await expect.poll(received).toEqual({
    meta: byOrder(expected),
    pinterest: byOrder(
      named({
        PageView: 'pagevisit',
        AddToCart: 'addtocart',
        InitiateCheckout: 'initiatecheckout',
        Purchase: 'checkout',
        Inquiry: 'lead',
      }),
    ),
    posthog: byOrder(named({ PageView: '$pageview' })),
    tags: byOrder(
      named({
        PageView: 'page_view',
        AddToCart: 'add_to_cart',
        InitiateCheckout: 'begin_checkout',
        Purchase: 'purchase',
        Inquiry: 'generate_lead',
      }),
    ),
  });

  const item = { id: expect.any(String), name: week, quantity: 1, price: 1593 };
  expect(captured(sent).find(({ event }) => event === 'Purchase')).toMatchObject({
    api_key: ids.POSTHOG_KEY,
    properties: {
      order_id: orderId,
      value: 1593,
      currency: 'USD',
      items: [item],
      $process_person_profile: false,
    },
  });
  expect(queries(sent, 'meta').find(({ ev }) => ev === 'Purchase')).toMatchObject({
    id: ids.META_PIXEL_ID,
    'cd[value]': '1593',
    'cd[currency]': 'USD',
    'cd[order_id]': orderId,
    eid: orderId,
    'cd[content_name]': week,
  });
  expect(queries(sent, 'pinterest').find(({ event }) => event === 'checkout')).toMatchObject({
    tid: ids.PINTEREST_TAG_ID,
    'ed[value]': '1593',
    'ed[currency]': 'USD',
    'ed[order_id]': orderId,
    'ed[line_items][0][product_name]': week,
    'ed[line_items][0][product_quantity]': '1',
  });
  expect(entries().find(({ entry }) => entry.event === 'purchase').entry.ecommerce).toMatchObject({
    transaction_id: orderId,
    value: 1593,
    currency: 'USD',
    items: [{ item_name: week, quantity: 1, price: 1593 }],
  });
  expect(new Set(captured(sent).map((one) => one.distinct_id)).size).toBe(1);
  for (const { url } of sentTo(sent, 'gtm')) expect(new URL(url).search).toBe(`?id=${ids.GTM_ID}`);
  expect(sentTo(sent, 'unknown')).toEqual([]);
  const secrets = [
    ...Object.values(guest),
    'Quillfeather',
    '8505550177',
    email,
    sessionId,
    'somebody@',
    'utm_',
  ];
  expectNothingPersonal(sent, secrets);
});
