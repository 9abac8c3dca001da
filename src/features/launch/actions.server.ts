import type { Ctx } from '../../platform/context.server.ts';
import { minuteMs } from '../../shared/durations.ts';
import { AppError } from '../../shared/errors.ts';
import { requireAdmin } from '../auth/guards.ts';
import { openingRow } from '../opening/store.server.ts';
import { confirmable, findCheck, homeKey, isTried, launchChecks } from './checks.ts';
import type { Launch, LaunchCheck } from './contract.server.ts';
import { evaluateChecks, triedKeys } from './evaluate-checks.server.ts';
import { type CheckRow, confirmCheck, confirmedContents } from './store.server.ts';
import { workerSeenAt } from './worker-store.server.ts';

/** @throws AppError `unauthenticated`, `forbidden` */
export async function readLaunch(ctx: Ctx): Promise<Launch> {
  requireAdmin(ctx);
  return toLaunch(ctx, await evaluateChecks(ctx, { isCounted: false, tried: [] }));
}

/** Looks again. @param keys all by default @throws AppError `invalid` for an unknown key */
export async function checkNow(ctx: Ctx, keys?: readonly string[]): Promise<Launch> {
  requireAdmin(ctx);
  assertListed(keys ?? []);
  const tried = keys ? keys.filter(isTried) : triedKeys;
  const isIncluded = (key: string) => !keys || keys.includes(key);
  return toLaunch(
    ctx,
    await evaluateChecks(ctx, { isCounted: true, tried: [...new Set(tried)], isIncluded }),
  );
}

/** @throws AppError `invalid` for a key that is not on the list */
export function assertListed(keys: readonly string[]): void {
  const unknown = keys.find((key) => !findCheck(key));
  if (unknown === undefined) return;
  const message = 'There is no such line on the list.';
  throw new AppError('invalid', message, { fields: { keys: message } });
}

/** Records that a host vouches for the present state. @throws AppError `invalid` with the reason `not_confirmable` */
export async function confirm(ctx: Ctx, key: string): Promise<Launch> {
  const { email } = requireAdmin(ctx);
  if (!confirmable.includes(key))
    throw new AppError('invalid', 'This line is not confirmed with a press.', {
      extra: { reason: 'not_confirmable' },
    });
  const contents = await confirmedContents(ctx.db);
  const content = key === 'calendars' ? '' : contents[key as keyof typeof contents];
  await confirmCheck(ctx.db, key, { by: email, at: ctx.now(), content });
  return readLaunch(ctx);
}

/** The list as hosts see it; lines without a row were never checked. */
export async function toLaunch(ctx: Ctx, rows: ReadonlyMap<string, CheckRow>): Promise<Launch> {
  const [{ openedAt }, workerMissingSince] = await Promise.all([openingRow(ctx.db), findMissingWorker(ctx)]);
  const { release } = ctx;
  const now = ctx.now();
  const homes = [...rows.keys()].filter((key) => key.startsWith(homeKey('')));
  const keys = launchChecks.flatMap(({ key }) => (key === 'homes' ? [key, ...homes] : [key]));
  const checks = keys.map((key) => toCheck(key, rows.get(key), now));
  return {
    state: openedAt ? 'open' : 'closed',
    openedAt: openedAt?.toISOString() ?? null,
    blocking: checks.filter(({ blocks, state }) => blocks && state !== 'ok').map(({ key }) => key),
    checks,
    release: { ...release, startedAt: release.startedAt.toISOString() },
    workerMissingSince,
    hasBackupPlace: ctx.settings.backup !== null,
  };
}

const workerMissingMs = 10 * minuteMs;

/** When a process last worked on jobs, if that is ten minutes ago; the site's own start where none ever did. */
async function findMissingWorker({ db, now, release }: Ctx): Promise<string | null> {
  const seenAt = (await workerSeenAt(db)) ?? release.startedAt;
  return now().getTime() - seenAt.getTime() >= workerMissingMs ? seenAt.toISOString() : null;
}

function toCheck(key: string, row: CheckRow | undefined, now: Date): LaunchCheck {
  const definition = findCheck(key);
  if (!definition) throw new Error(`the list has no line ${key}`);
  const { group, title, blocks, to } = definition;
  const check: LaunchCheck = {
    key,
    group,
    title,
    state: row?.state ?? 'unknown',
    blocks,
    detail: row?.detail ?? 'Not looked at yet.',
    checkedAt: (row?.checkedAt ?? now).toISOString(),
    since: row?.since.toISOString() ?? null,
    to,
  };
  if (row?.confirmedBy) check.confirmedBy = row.confirmedBy;
  return check;
}
