import type { Ctx } from '../../platform/context.server.ts';
import { readOpening } from '../opening/opening.server.ts';
import { alarmAfter, findCheck, homeKey, launchChecks } from './checks.ts';
import { checkRows } from './store.server.ts';

/** The list in numbers, as of the last check, and what an open site has lost since. */
export async function summarizeLaunch(ctx: Ctx) {
  const [rows, { isOpen }] = await Promise.all([checkRows(ctx.db), readOpening(ctx)]);
  const homes = rows.filter(({ key }) => key.startsWith(homeKey('')));
  const alarming = isOpen ? rows.filter(({ failures }) => failures >= alarmAfter) : [];
  return {
    isClosed: !isOpen,
    inOrder: rows.filter(({ state }) => state === 'ok').length,
    count: launchChecks.length + homes.length,
    failed: alarming.map(({ key, since }) => ({
      key,
      title: findCheck(key)?.title ?? key,
      since: since.toISOString(),
    })),
  };
}
