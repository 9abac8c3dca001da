import type { Page } from '@playwright/test';
import { goWithin, open } from './goto.ts';
import { holdBack } from './hold-requests.ts';
import { standIns } from './site.ts';
import { accept, expect, ids, type Sent, settle, storeConsent, test } from './tracked-site.ts';

const week = 'The Beachcomber — Week at the Gulf';

const bookButton = (page: Page) =>
  page
    .getByRole('article')
    .filter({ hasText: week })
    .getByRole('button', { name: /Book Now|Processing/ });

async function pay(page: Page, email: string): Promise<void> {
  await page.waitForURL(`${standIns}/stripe/pay/**`);
  await page.getByLabel('Email').fill(email);
  await page.locator('input[value="4242424242424242"]').check();
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.waitForURL('**/checkout/success?sessionId=cs_*');
}

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

const sentTo = (sent: Sent[], service: Sent['service']) => sent.filter((one) => one.service === service);
const queries = (sent: Sent[], service: 'meta' | 'pinterest') =>
  sentTo(sent, service).map(({ url }) => Object.fromEntries(new URL(url).searchParams));
const captured = (sent: Sent[]) => sentTo(sent, 'posthog').map(({ body }) => JSON.parse(body));
const tags = (sent: Sent[]) => sentTo(sent, 'gtm tags').map(({ body }) => JSON.parse(body));

/** Expects no personal data, session id or query of this site's URLs, in any encoding. */
function expectNothingPersonal(sent: Sent[], secrets: string[]): void {
  for (const { url, body, headers } of sent) {
    const all = [url, decodeURIComponent(url.replaceAll('+', ' ')), body, JSON.stringify(headers)].join('\n');
    for (const secret of secrets) expect(all.toLowerCase()).not.toContain(secret.toLowerCase());
    expect(all).not.toMatch(/cs_test|sessionId|returnUrl|message=|host@example|sha256|[0-9a-f]{64}/i);
    expect(headers.referer ?? '').toMatch(/^(http:\/\/localhost:\d+\/)?$/);
  }
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

test('a container’s tags see the events and nothing of the page', async ({ page, sent }) => {
  await open(page, '/checkout/error?message=Card%20of%20Rosalind%20declined');
  await accept(page);
  await expect.poll(() => tags(sent).length).toBeGreaterThan(1);
  for (const report of tags(sent)) {
    expect(report).toMatchObject({
      cookie: 'denied',
      storage: 'denied',
      around: 'denied',
      above: 'denied',
    });
    expect(report.place).toMatch(/^http:\/\/localhost:\d+\/embed\/tags$/);
    expect(report.referrer).toBe('');
  }
  expectNothingPersonal(sent, ['Rosalind']);
});

test('a purchase without amount is sent once with value 0 USD', async ({ page, sent }) => {
  await page.route('**/api/products/purchase-detail?**', (route) =>
    route.fulfill({
      json: {
        product: { id: '1', name: 'A week', description: 'Seven nights', images: [] },
        type: 'payment',
      },
    }),
  );
  await open(page, '/shop');
  await accept(page);
  await settle(page);
  const purchases = () => captured(sent).filter(({ event }) => event === 'Purchase');
  for (const _ of [1, 2]) {
    await goWithin(page, '/checkout/success?sessionId=cs_test_plain');
    await expect(page.getByText('A week')).toBeVisible();
    await settle(page);
    await goWithin(page, '/checkout/cancel');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment Cancelled');
    await settle(page);
  }
  await expect.poll(purchases).toMatchObject([
    {
      properties: { value: 0, currency: 'USD', items: [{ id: '1', name: 'A week', quantity: 1, price: 0 }] },
    },
  ]);
  expect(purchases()[0].properties.order_id).toMatch(/^[0-9a-f]{32}$/);
  expectNothingPersonal(sent, ['cs_test_plain']);
});

for (const vendors of ['hang', 'abort'] as const) {
  test.describe(`with services that ${vendors}`, () => {
    test.use({ vendors, expectedNoise: [/Failed to load resource: net::ERR_FAILED/] });

    test('the purchase page is complete and works', async ({ page, sent }) => {
      await storeConsent(page, 'accepted');
      await open(page, '/shop');
      await expect.poll(() => sentTo(sent, 'meta').length).toBeGreaterThan(0);
      await bookButton(page).click();
      await pay(page, `payer-${crypto.randomUUID()}@example.com`);
      await expect(page.getByRole('heading', { name: 'Booking Confirmed!' })).toBeVisible();
      await expect(page.getByRole('main').getByText(week)).toBeVisible();
      await expect(page.getByRole('main').getByText('$1,593.00')).toBeVisible();
      await page.waitForFunction(() => document.readyState === 'complete');
      await expect.poll(() => queries(sent, 'meta').map(({ ev }) => ev)).toContain('Purchase');
      await page.getByRole('main').getByRole('link', { name: 'Book Another Property' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Book Your Panama City Beach Rental');
    });
  });
}
