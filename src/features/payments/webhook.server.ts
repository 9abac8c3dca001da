import type { Ctx, ProviderObject } from '../../platform/context.server.ts';
import { parseJson } from '../../platform/http/body.server.ts';
import { AppError } from '../../shared/errors.ts';
import { fetchDispute, getPaymentId } from './disputes.server.ts';
import { saveEvent, seenEventIds } from './events-store.server.ts';
import { markTrialEvent } from './launch-payments-store.server.ts';
import { invalidEvent, type ProviderEvent, parseEvent } from './webhook-event.ts';

const toleranceSeconds = 300;

/**
 * Applies one event of the card provider. Its body only names the object, whose state is fetched from the provider.
 * @param body the raw bytes, which are parsed after their signature and age are verified
 * @throws AppError `invalid` for an event that is forged, altered, old or malformed; `unavailable` so that the
 * provider sends it again
 */
export async function receiveWebhook(ctx: Ctx, body: Buffer, signature: string | undefined): Promise<void> {
  await verifySignature(ctx, body, signature);
  const event = parseBody(body);
  if (event.object?.kind === 'session') await markTrialEvent(ctx.db, event.object.id, ctx.now());
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

/** Settles the object of an event, if it is ours, and saves the event as applied. @throws AppError `unavailable` */
export async function applyEvent(ctx: Ctx, event: ProviderEvent): Promise<void> {
  await applyObject(ctx, event);
  await saveEvent(ctx.db, event);
}

/** Settles the object that an event names, if it is ours. @throws AppError `unavailable` */
export async function applyObject(ctx: Ctx, event: ProviderEvent): Promise<void> {
  const object = await loadObject(ctx, event);
  if (object) await settleObject(ctx, object);
}

/** Loads the object of an event; null where it can change nothing here. */
async function loadObject(ctx: Ctx, { id, type, object }: ProviderEvent): Promise<ProviderObject | null> {
  if (object?.kind !== 'dispute') return object;
  const dispute = await fetchDispute(ctx, object.id);
  const paymentId = dispute && getPaymentId(dispute);
  return paymentId ? { kind: 'dispute', dispute, paymentId, event: { id, type } } : null;
}

/** Adopts an object, which takes a call to the provider, only where no subject has it in its ledger. */
async function settleObject(ctx: Ctx, object: ProviderObject): Promise<void> {
  for (const subject of ctx.paymentSubjects) if (await subject.settle(ctx, object)) return;
  for (const subject of ctx.paymentSubjects) if (await subject.adopt(ctx, object)) return;
}
