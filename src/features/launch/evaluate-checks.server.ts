import type { Ctx } from '../../platform/context.server.ts';
import { mailAlarms } from './alarm.server.ts';
import { isTried, launchChecks } from './checks.ts';
import { judgeOwn } from './judge-own.server.ts';
import { judgeTrial, probes } from './probes.server.ts';
import { type CheckResult, type CheckRow, checkRows, deleteChecks, saveJudgement } from './store.server.ts';

const maxTryMs = 13_000;

const late: CheckResult = { state: 'unknown', detail: 'No answer came in time.' };

interface Evaluation {
  /** Whether it counts among the checks in a row. */
  isCounted: boolean;
  /** The names of the outside checks that run now. */
  tried: readonly string[];
  /** Whether our own rows count as checked too; by default all do. */
  isIncluded?(key: string): boolean;
}

/**
 * Judges our own rows, and runs the outside checks that `tried` names concurrently. If a check was ok and has failed twice in a row
 * among those that count, on an open site, it is mailed to every host, once.
 * @returns the rows of the list, by key
 */
export async function evaluateChecks(
  ctx: Ctx,
  { isCounted, tried, isIncluded = () => true }: Evaluation,
): Promise<Map<string, CheckRow>> {
  const { db } = ctx;
  const stored = await checkRows(db);
  const rows = new Map(stored.map((row) => [row.key, row]));
  const [own, ...results] = await Promise.all([
    judgeOwn(ctx, stored),
    ...tried.map(async (key) => [key, await tryWithin(ctx, key)] as const),
  ]);
  const resultsByKey = new Map<string, CheckResult>([...own, ...results]);
  const trial = rows.get('card_events');
  // The event comes at any moment after the check.
  if (!resultsByKey.has('card_events') && trial?.state === 'unknown' && trial.detail.startsWith('Waiting'))
    resultsByKey.set('card_events', await judgeTrial(ctx));
  const gone = stored
    .filter(({ key }) => key.startsWith('home:') && !resultsByKey.has(key))
    .map(({ key }) => key);
  if (gone.length > 0) await deleteChecks(db, gone);
  for (const key of gone) rows.delete(key);
  const at = ctx.now();
  const counted: CheckRow[] = [];
  for (const [key, judgement] of resultsByKey) {
    const row = rows.get(key);
    const counts = isCounted && isIncluded(key);
    const isSame = row?.state === judgement.state && row.detail === judgement.detail;
    if (isSame && !counts) continue;
    const saved = await saveJudgement(db, key, judgement, { at, isCounted: counts });
    rows.set(key, saved);
    if (counts) counted.push(saved);
  }
  await mailAlarms(ctx, counted);
  return rows;
}

export const triedKeys: readonly string[] = launchChecks.map(({ key }) => key).filter(isTried);

async function tryWithin(ctx: Ctx, key: string): Promise<CheckResult> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<CheckResult>((resolve) => {
    timer = setTimeout(() => resolve(late), maxTryMs);
  });
  try {
    return await Promise.race([probes[key]?.(ctx) ?? late, timeout]);
  } catch (err) {
    ctx.log.warn({ err, key }, 'a check of the list failed');
    return late;
  } finally {
    clearTimeout(timer);
  }
}
