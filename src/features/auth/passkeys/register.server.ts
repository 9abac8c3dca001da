import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import {
  type CreationOptions,
  type CreationResponse,
  creationOptions,
  verifyCreation,
} from '../../../platform/identity/webauthn.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { requireRecentAuth, requireUser } from '../guards.ts';
import {
  type BrowserBinding,
  challengeLimit,
  responseLimit,
  saveChallenge,
  takeChallenge,
} from './challenges.server.ts';
import { type AuthenticatorResponse, maxPasskeys, type Passkey, passkeyName } from './passkey.ts';
import { passkeyNotice } from './passkey-email.server.ts';
import { deletePasskey, insertPasskey, passkeysOf } from './store.server.ts';

const siteName = 'PCB Beach Rentals';

const notAdded = 'That passkey could not be added. Please try again.';

/**
 * What to ask a device for when the viewer adds a passkey.
 * @throws AppError `unauthenticated`, `forbidden`, `conflict` with 20 passkeys, `tooMany`
 */
export async function startRegistration(ctx: Ctx, browser: BrowserBinding): Promise<CreationOptions> {
  const viewer = requireRecentAuth(ctx);
  await ctx.consumeLimit(challengeLimit, ctx.clientKey);
  const existing = await ownPasskeys(ctx, viewer.id);
  const options = await creationOptions(ctx.settings.appUrl, siteName, viewer, existing);
  await saveChallenge(ctx, browser, 'register', options.challenge);
  return options;
}

async function ownPasskeys(ctx: Ctx, userId: string) {
  const rows = await passkeysOf(ctx.db, userId);
  if (rows.length >= maxPasskeys) throw new AppError('conflict', 'You have as many passkeys as we can keep.');
  return rows.map(({ credential_id, transports }) => ({ credentialId: credential_id, transports }));
}

/**
 * Stores the passkey that the device made, and mails its owner that it was added.
 * @throws AppError `invalid` for an answer that does not hold, `conflict` for a passkey that is known, and as above
 */
export async function finishRegistration(
  ctx: Ctx,
  browser: BrowserBinding,
  { answer, name }: { answer: AuthenticatorResponse; name: string },
): Promise<Passkey> {
  const viewer = requireRecentAuth(ctx);
  await ctx.consumeLimit(responseLimit, ctx.clientKey);
  await ownPasskeys(ctx, viewer.id);
  const challenge = await takeChallenge(ctx, browser, 'register', answer);
  const made =
    challenge &&
    (await verifyCreation(ctx.settings.appUrl, challenge, answer as unknown as CreationResponse));
  if (!made) throw new AppError('invalid', notAdded);
  const passkey = {
    id: newId(),
    user_id: viewer.id,
    credential_id: made.credentialId,
    public_key: Buffer.from(made.publicKey),
    counter: made.counter,
    transports: made.transports,
    name: passkeyName(name),
    created_at: ctx.now(),
    last_used_at: null,
  };
  const stored = await ctx.db.transaction().execute(async (tx) => {
    const row = await insertPasskey(tx, passkey);
    if (row) await notifyOwner(ctx, tx, 'added', row);
    return row;
  });
  if (!stored) throw new AppError('conflict', 'This passkey is known already.');
  ctx.log.info({ event: 'passkey-added', userId: viewer.id, passkeyId: stored.id }, 'passkey added');
  return toPasskey(stored);
}

/** Mails the person what changed, whoever changed it. */
async function notifyOwner(
  ctx: Ctx,
  tx: Tx,
  change: 'added' | 'removed',
  passkey: { id: string; name: string },
): Promise<void> {
  const notice = passkeyNotice(requireUser(ctx).email, change, passkey.name, ctx.settings.appUrl);
  await ctx.mail.queue(tx, `passkey-${passkey.id}-${change}`, notice);
}

const toPasskey = (row: {
  id: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

/**
 * The viewer's passkeys, oldest first.
 * @throws AppError `unauthenticated`
 */
export async function listPasskeys(ctx: Ctx): Promise<Passkey[]> {
  const rows = await passkeysOf(ctx.db, requireUser(ctx).id);
  return rows.map(toPasskey);
}

/**
 * Takes a passkey away from the viewer, who is mailed about it.
 * @throws AppError `notFound` for anything that is not a passkey of this person; `unauthenticated`, `forbidden`
 */
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
