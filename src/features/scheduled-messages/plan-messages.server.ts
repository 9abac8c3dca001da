import type { Tx } from '../../db/client.server.ts';
import type { Ctx } from '../../platform/context.server.ts';
import { type PlannedMessage, planMessage, type Rule, type StayToPlan } from './plan-stay.server.ts';
import {
  allRules,
  changedRules,
  clearPlanningQueue,
  lockStays,
  markComingStays,
  markPlannedStays,
  messagesOfStays,
  type QueuedStay,
  rulesById,
  staysToPlan,
  writePlans,
} from './planning-store.server.ts';

const batchSize = 500;

/** Plans the messages of all stays that changed, and of those whose rules did. */
export async function planMessages({ db }: Ctx, signal?: AbortSignal): Promise<void> {
  await db.transaction().execute(markStaysOfChangedRules);
  while (!signal?.aborted && (await db.transaction().execute(planBatch)));
}

async function markStaysOfChangedRules(tx: Tx): Promise<void> {
  const ids = await changedRules(tx);
  if (ids.length === 0) return;
  const rules = await rulesById(tx, ids);
  for (const id of ids) {
    await markPlannedStays(tx, id);
    const rule = rules.find((one) => one.id === id);
    if (rule?.is_active) await markComingStays(tx, rule);
  }
}

/** @returns whether there may be more; rows that are locked wait for the next run */
async function planBatch(tx: Tx): Promise<boolean> {
  const marked = await staysToPlan(tx, batchSize);
  if (marked.length === 0) return false;
  const { stays, gone } = await lockStays(
    tx,
    marked.map(({ booking_id }) => booking_id),
  );
  const plans = stays.length > 0 ? await planStays(tx, stays, marked) : [];
  await writePlans(tx, plans);
  const done = new Set([...stays.map(({ id }) => id), ...gone]);
  await clearPlanningQueue(
    tx,
    marked.filter(({ booking_id }) => done.has(booking_id)).flatMap(({ ids }) => ids),
  );
  return done.size > 0;
}

async function planStays(
  tx: Tx,
  stays: readonly StayToPlan[],
  marked: readonly QueuedStay[],
): Promise<PlannedMessage[]> {
  const rules = await allRules(tx);
  const rows = Map.groupBy(
    await messagesOfStays(
      tx,
      stays.map(({ id }) => id),
    ),
    ({ booking_id }) => booking_id,
  );
  const movedAt = new Map(marked.map(({ booking_id, moved_at }) => [booking_id, moved_at]));
  return stays.flatMap((stay) =>
    planStay(stay, rules, rows.get(stay.id) ?? [], movedAt.get(stay.id) ?? null),
  );
}

function planStay(
  stay: StayToPlan,
  rules: readonly Rule[],
  rows: readonly PlannedMessage[],
  movedAt: Date | null,
): PlannedMessage[] {
  const ruleIds = new Set([...rules.map(({ id }) => id), ...rows.map(({ rule_id }) => rule_id)]);
  return [...ruleIds].flatMap((id) => {
    const rule = rules.find((one) => one.id === id);
    const row = rows.find(({ rule_id }) => rule_id === id);
    return planMessage(stay, rule, row, movedAt) ?? [];
  });
}
