import { createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Figure, Place } from '../metric.ts';
import { type Site, startSite } from '../site.ts';

const copies = 32;
const mailWithinMs = 30_000;
/** Long enough for a second mail to arrive. */
const idleMs = 3_000;

/** 32 copies of one event (T-07) beside 32 guests who load the success page. */
export async function payments(place: Place): Promise<Figure[]> {
  const site = await startSite(place);
  try {
    // The provider does not send its own event, so that ours arrive all at once.
    await sendJson(`${site.standIns}/stripe/switches`, { webhookLose: true });
    const { buyer, sessionId } = await paySomething(site);
    const event = signedEvent(site, sessionId);
    const responses = await Promise.all([
      ...Array.from({ length: copies }, () => fetch(`${site.url}/api/webhooks/stripe`, event)),
      ...Array.from({ length: copies }, () => fetch(`${site.url}/checkout/success?sessionId=${sessionId}`)),
    ]);
    const texts = await Promise.all(responses.map((response) => response.text()));
    const confirmed = texts.slice(copies).filter((text) => text.includes('Booking Confirmed!')).length;
    const mails = await mailsAbout(site, buyer);
    return [
      exactly('Doubled events accepted', responses.slice(0, copies).filter(({ ok }) => ok).length, copies),
      exactly('Success pages that confirm beside them', confirmed, copies),
      exactly('Purchases recorded', await purchases(site, sessionId), 1),
      exactly('Receipts to the buyer', mails.receipts, 1),
      exactly('Notices to the hosts', mails.notices, 1),
    ];
  } finally {
    await site.stop();
  }
}

const exactly = (name: string, value: number, count: number): Figure => ({
  name,
  value,
  min: count,
  max: count,
});

const sendJson = (url: string, body: unknown) =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

async function paySomething(site: Site): Promise<{ buyer: string; sessionId: string }> {
  const products = (await (await fetch(`${site.url}/api/products`)).json()) as { id: string }[];
  const opened = await sendJson(`${site.url}/api/create-checkout-session`, {
    products: [{ productId: products[0]?.id, quantity: 1 }],
    successRouter: '/checkout/success',
    cancelRouter: '/checkout/cancel',
  });
  const { sessionId } = (await opened.json()) as { sessionId: string };
  const buyer = `bench-${randomUUID()}@example.com`;
  const paid = await sendJson(`${site.standIns}/stripe/test/sessions/${sessionId}/complete`, {
    email: buyer,
    name: 'Bea Bench',
  });
  if (!paid.ok) throw new Error(`The session could not be paid: ${await paid.text()}`);
  return { buyer, sessionId };
}

function signedEvent(site: Site, sessionId: string): RequestInit {
  const secrets = JSON.parse(readFileSync(path.join(site.dataDir, 'secrets.json'), 'utf8')) as {
    STRIPE_WEBHOOK_SECRET: string;
  };
  const seconds = Math.floor(Date.now() / 1000);
  const body = JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    created: seconds,
    type: 'checkout.session.completed',
    data: { object: { id: sessionId, object: 'checkout.session' } },
  });
  const digest = createHmac('sha256', secrets.STRIPE_WEBHOOK_SECRET)
    .update(`${seconds}.${body}`)
    .digest('hex');
  return {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', 'Stripe-Signature': `t=${seconds},v1=${digest}` },
  };
}

async function purchases(site: Site, sessionId: string): Promise<number> {
  const db = new pg.Client({ connectionString: site.databaseUrl });
  await db.connect();
  const { rowCount } = await db.query('select 1 from purchases where stripe_session_id = $1', [sessionId]);
  await db.end();
  return rowCount ?? 0;
}

/** Waits for the first mail of each kind, and then for any more. */
async function mailsAbout(site: Site, buyer: string): Promise<{ receipts: number; notices: number }> {
  const count = async () => {
    const all = (await (await fetch(`${site.standIns}/mail/messages`)).json()) as {
      to: unknown;
      text: string;
    }[];
    const toBuyer = (to: unknown) => JSON.stringify(to).includes(buyer);
    return {
      receipts: all.filter(({ to }) => toBuyer(to)).length,
      notices: all.filter(({ to, text }) => !toBuyer(to) && text.includes(buyer)).length,
    };
  };
  const until = Date.now() + mailWithinMs;
  for (let now = await count(); now.receipts === 0 || now.notices === 0; now = await count()) {
    if (Date.now() > until) return now;
    await sleep(100);
  }
  await sleep(idleMs);
  return count();
}
