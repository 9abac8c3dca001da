import type { Ctx } from '../../../platform/context.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { isoMoments } from '../../../shared/iso-moments.ts';
import { isUuid } from '../../../shared/uuid.ts';
import type { SessionView } from '../contract.server.ts';
import { requireUser } from '../guards.ts';
import { expiryCutoffs } from './session.server.ts';
import { deleteOtherSessions, deleteSession, findSessions } from './store.server.ts';

export async function listSessions(ctx: Ctx): Promise<SessionView[]> {
  const { id, sessionId } = requireUser(ctx);
  const rows = await findSessions(ctx.db, id, expiryCutoffs(ctx.now()));
  return rows.map(({ userAgent, network, ...session }) => ({
    ...isoMoments(session),
    device: describeUserAgent(userAgent),
    place: describeNetwork(network),
    current: session.id === sessionId,
  }));
}

/** Ends one session of the viewer; throws `notFound`, also for another user's. */
export async function revokeSession(ctx: Ctx, sessionId: string): Promise<void> {
  const { id } = requireUser(ctx);
  const isDeleted = isUuid(sessionId) && (await deleteSession(ctx.db, id, sessionId));
  if (!isDeleted) throw new AppError('notFound', 'There is no such session.');
  ctx.log.info({ event: 'session-ended', userId: id, sessionId }, 'session revoked by its user');
}

export async function endOtherSessions(ctx: Ctx): Promise<number> {
  const { id, sessionId } = requireUser(ctx);
  const count = await deleteOtherSessions(ctx.db, id, sessionId);
  ctx.log.info({ event: 'sessions-ended', userId: id, count }, 'other sessions revoked by their user');
  return count;
}

const browsers: [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const firstMatch = (patterns: [RegExp, string][], text: string): string | undefined =>
  patterns.find(([pattern]) => pattern.test(text))?.[1];

export function describeUserAgent(userAgent: string): string {
  const browser = firstMatch(browsers, userAgent);
  const system = firstMatch(systems, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}

const loopback = /^127\.|^0:0:0:0::\/64$/;
const privateNetwork =
  /^10\.|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\.|^169\.254\.|^f[cd][\da-f]{2}:|^fe[89ab][\da-f]:/;

/** Labels private networks; `network` is an IPv4 address or the first 64 bits of an IPv6 one. */
export function describeNetwork(network: string): string {
  if (loopback.test(network)) return 'this machine';
  return privateNetwork.test(network) ? 'a private network' : network;
}
