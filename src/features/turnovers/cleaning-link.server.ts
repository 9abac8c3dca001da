import type { Ctx } from '../../platform/context.server.ts';
import { hashToken, hmac } from '../auth/tokens.server.ts';

type Secrets = Pick<Ctx, 'settings'>;

interface LinkOwner {
  id: string;
  /** How often the link was renewed. */
  link_version: number;
}

/** Makes the token of a cleaner's link again from the row, so that only its hash is stored and later mails can hold the link. */
const cleaningToken = ({ settings }: Secrets, { id, link_version }: LinkOwner): string =>
  hmac(settings.sessionSecret, 'cleaning-link', id, String(link_version)).toString('base64url');

export const cleaningLinkHash = (ctx: Secrets, owner: LinkOwner): Buffer =>
  hashToken(cleaningToken(ctx, owner));

export const cleaningUrl = (ctx: Secrets, owner: LinkOwner): string =>
  `${ctx.settings.appUrl}/cleaning/${cleaningToken(ctx, owner)}`;
