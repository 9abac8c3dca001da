import { type Claims, exactly } from './claim.ts';
import { fetchOnce } from './fetch-once.ts';
import { mailsTo } from './signing-in.ts';
import { waitFor } from './stage.ts';

const settledWithinMs = 20_000;
const buyer = 'bea@example.com';

/** A payment: begun at one process, its event through the proxy, its receipt by mail, its page at the other. */
export const purchase: Claims = async (stage) => {
  const here = stage.visitor(await stage.addressFor(stage.sites[0]));
  const there = stage.visitor(await stage.addressFor(stage.sites[1]));
  const [product] = await here.json<{ id: string }[]>('GET', '/api/products');
  const { sessionId } = await here.json<{ sessionId: string }>('POST', '/api/create-checkout-session', {
    products: [{ productId: product?.id, quantity: 1 }],
    successRouter: '/checkout/success',
    cancelRouter: '/checkout/cancel',
  });
  await fetchOnce(`${stage.standIns}/stripe/test/sessions/${sessionId}/complete`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: buyer, name: 'Bea Buyer' }),
  });
  // Nobody has looked at the purchase: it is the provider's event alone that settles it.
  const count = 'select count(*)::int as count from purchases where stripe_session_id = $1';
  const recorded = async () => {
    const { rows } = await stage.database.pool.query<{ count: number }>(count, [sessionId]);
    return rows[0]?.count || null;
  };
  const purchases = await waitFor(recorded, settledWithinMs, 'a purchase');
  const receipt = async () => (await mailsTo(stage, buyer)).length || null;
  const receipts = await waitFor(receipt, settledWithinMs, 'a receipt');
  const page = await there.request('GET', `/checkout/success?sessionId=${sessionId}`);
  return [
    exactly('Purchases recorded by an event that came through the proxy', purchases, 1),
    exactly('Receipts mailed', receipts, 1),
    exactly(
      'Pages of the other process that confirm it',
      page.body.includes('Booking Confirmed!') ? 1 : 0,
      1,
    ),
  ];
};
