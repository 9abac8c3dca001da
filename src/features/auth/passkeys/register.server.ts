import type { Db, Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import {
  type CreationOptions,
  type CreationResponse,
  creationOptions,
  verifyCreation,
} from '../../../platform/identity/webauthn.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { isoMoments } from '../../../shared/iso-moments.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { requireRecentAuth, requireUser } from '../guards.ts';
import { lockUserById } from '../store.server.ts';
import {
  type BrowserBinding,
  challengeLimit,
  responseLimit,
  saveChallenge,
  takeChallenge,
} from './challenges.server.ts';
import type { Passkey } from './contract.server.ts';
import { type AuthenticatorResponse, maxPasskeys, passkeyName } from './passkey.ts';
import { passkeyNotice } from './passkey-email.server.ts';
import { deletePasskey, findPasskeys, insertPasskey, type PasskeyRow } from './store.server.ts';

/** @throws AppError `unauthenticated`, `forbidden`, `conflict` with 20 passkeys, `tooMany` */
export async function startRegistration(ctx: Ctx, browser: BrowserBinding): Promise<CreationOptions> {
  const viewer = requireRecentAuth(ctx);
  await ctx.consumeLimit(challengeLimit, ctx.clientKey);
  const existing = await credentialsBelowLimit(ctx.db, viewer.id);
  const options = await creationOptions(ctx.settings.appUrl, 'PCB Beach Rentals', viewer, existing);
  await saveChallenge(ctx, browser, 'register', options.challenge);
  return options;
}

async function credentialsBelowLimit(db: Db, userId: string) {
  const rows = await findPasskeys(db, userId);
  if (rows.length >= maxPasskeys) throw new AppError('conflict', 'You have as many passkeys as we can keep.');
  return rows;
}

/** Stores the passkey and mails its owner; throws `invalid`, `conflict` for an existing one; as `startRegistration`. */
export async function finishRegistration(
  ctx: Ctx,
  browser: BrowserBinding,
  { response, name }: { response: AuthenticatorResponse; name: string },
): Promise<Passkey> {
  const viewer = requireRecentAuth(ctx);
  await ctx.consumeLimit(responseLimit, ctx.clientKey);
  const challenge = await takeChallenge(ctx, browser, 'register', response);
  const credential =
    challenge &&
    (await verifyCreation(ctx.settings.appUrl, challenge, response as unknown as CreationResponse));
  if (!credential) throw new AppError('invalid', 'That passkey could not be added. Please try again.');
  const passkey = {
    id: newId(),
    user_id: viewer.id,
    credential_id: credential.credentialId,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports,
    name: passkeyName(name),
    created_at: ctx.now(),
    last_used_at: null,
  };
  const stored = await ctx.db.transaction().execute(async (tx) => {
    // Passkeys added concurrently are counted one after the other.
    await lockUserById(tx, viewer.id);
    await credentialsBelowLimit(tx, viewer.id);
    const row = await insertPasskey(tx, passkey);
    if (row) await notifyOwner(ctx, tx, 'added', row);
    return row;
  });
  if (!stored) throw new AppError('conflict', 'This passkey is known already.');
  ctx.log.info({ event: 'passkey-added', userId: viewer.id, passkeyId: stored.id }, 'passkey added');
  return toPasskey(stored);
}

async function notifyOwner(ctx: Ctx, tx: Tx, change: 'added' | 'removed', passkey: PasskeyRow) {
  const notice = passkeyNotice(requireUser(ctx).email, change, passkey.name, ctx.settings.appUrl);
  await ctx.mail.queue(tx, `passkey-${passkey.id}-${change}`, notice);
}

const toPasskey = ({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey =>
  isoMoments({ id, name, createdAt, lastUsedAt });

export async function listPasskeys(ctx: Ctx): Promise<Passkey[]> {
  return (await findPasskeys(ctx.db, requireUser(ctx).id)).map(toPasskey);
}

/** Removes a passkey of the viewer, who is mailed; throws `notFound`, also for another user's. */
export async function removePasskey(ctx: Ctx, id: string): Promise<void> {
  const viewer = requireRecentAuth(ctx);
  const removed =
    isUuid(id) &&
    (await ctx.db.transaction().execute(async (tx) => {
      const row = await deletePasskey(tx, viewer.id, id);
      if (row) await notifyOwner(ctx, tx, 'removed', row);
      return row;
    }));
  if (!removed) throw new AppError('notFound', 'There is no such passkey.');
  ctx.log.info({ event: 'passkey-removed', userId: viewer.id, passkeyId: id }, 'passkey removed');
}
