import type { Ctx } from '../../../platform/context.server.ts';
import { parseJson } from '../../../platform/http/body.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { saveEvent, seenEventIds } from '../../payments/events-store.server.ts';
import {
  type EventSubject,
  invalidEvent,
  type ProviderEvent,
  parseEvent,
} from '../../payments/webhook-event.ts';
import { reportDispute } from './disputes.server.ts';
import { findSessionOfPayment, findSessionOfSubscription } from './find-session.server.ts';
import { settleCheckout } from './settle-checkout.server.ts';

const toleranceSeconds = 300;

/**
 * Applies one event of the card provider, which is trusted only to name the object to fetch.
 * @param body the bytes as they arrived; they are parsed only after their signature and age have been checked
 * @throws AppError `invalid` for an event that is forged, altered, old or malformed; `unavailable` so that the
 * provider sends it again
 */
export async function receiveWebhook(ctx: Ctx, body: Buffer, signature: string | undefined): Promise<void> {
  await verifySignature(ctx, body, signature);
  const event = parseBody(body);
  const seen = await seenEventIds(ctx.db, [event.id]);
  if (!seen.has(event.id)) await applyEvent(ctx, event);
}

async function verifySignature(ctx: Ctx, body: Buffer, header: string | undefined): Promise<void> {
  try {
    const { signature } = (await ctx.stripe()).webhooks;
    if (!signature) throw new Error('the card provider’s library cannot check signatures');
    const { webhookSecret } = ctx.settings.stripe;
    const now = ctx.now().getTime();
    await signature.verifyHeaderAsync(body, header ?? '', webhookSecret, toleranceSeconds, undefined, now);
  } catch (error) {
    throw new AppError('invalid', 'This event is not signed by the card provider, or too old.', {
      cause: error,
    });
  }
}

function parseBody(body: Buffer): ProviderEvent {
  let json: unknown;
  try {
    json = parseJson(body);
  } catch (error) {
    throw invalidEvent('body', error);
  }
  return parseEvent(json);
}

/** Applies an event; it is saved in the transaction of its effect. */
export async function applyEvent(ctx: Ctx, { id, type, subject }: ProviderEvent): Promise<void> {
  if (subject && (await ctx.paymentHooks.settle(ctx, subject))) {
    await saveEvent(ctx.db, { id, type });
    return;
  }
  if (subject?.kind === 'dispute') return reportDispute(ctx, { id, type }, subject.id);
  const sessionId = subject && (await findSession(ctx, subject));
  if (sessionId) await settleCheckout(ctx, sessionId, { id, type });
  else await saveEvent(ctx.db, { id, type });
}

async function findSession(ctx: Ctx, { kind, id }: EventSubject): Promise<string | null> {
  if (kind === 'session') return id;
  return kind === 'subscription' ? findSessionOfSubscription(ctx, id) : findSessionOfPayment(ctx, id);
}
