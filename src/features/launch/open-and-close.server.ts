import { getTable } from '../../db/tables.server.ts';
import type { Ctx } from '../../platform/context.server.ts';
import {
  callStripe,
  isStripeDown,
  orUnavailable,
  StripeCallError,
} from '../../platform/stripe-call.server.ts';
import { minuteMs } from '../../shared/durations.ts';
import { AppError } from '../../shared/errors.ts';
import type { FormValues } from '../../shared/forms/schema.ts';
import { requireAdmin } from '../auth/guards.ts';
import { endUnpaidHold } from '../bookings/payments/end-unpaid.server.ts';
import { activeAttempt } from '../bookings/record/attempts-store.server.ts';
import { openingRow } from '../opening/store.server.ts';
import { setInRows } from '../tables/actions.server.ts';
import { assertListed, toLaunch } from './actions.server.ts';
import type { Launch } from './contract.server.ts';
import { evaluateChecks, triedKeys } from './evaluate-checks.server.ts';
import { checkRows, holdsWithOpenPage, openShopPages } from './store.server.ts';

/** Probes older than this run again before the site opens. */
const maxAgeMs = 15 * minuteMs;

const conflict = (reason: string, message: string, extra: object = {}): AppError =>
  new AppError('conflict', message, { extra: { reason, ...extra } });

/** @param accept lines that are not ok and do not block @throws AppError `conflict`: `not_ready`, `already_open` */
export async function openSite(ctx: Ctx, accept: readonly string[]): Promise<Launch> {
  requireAdmin(ctx);
  assertListed(accept);
  if ((await openingRow(ctx.db)).openedAt) throw conflict('already_open', 'The site is open already.');
  const stored = new Map((await checkRows(ctx.db)).map((row) => [row.key, row]));
  const oldest = ctx.now().getTime() - maxAgeMs;
  const tried = triedKeys.filter((key) => (stored.get(key)?.checkedAt.getTime() ?? 0) < oldest);
  const { checks } = await toLaunch(
    ctx,
    await evaluateChecks(ctx, { isCounted: true, tried, isIncluded: (key) => tried.includes(key) }),
  );
  const missing = checks
    .filter(({ key, state, blocks }) => state !== 'ok' && (blocks || !accept.includes(key)))
    .map(({ key }) => key);
  if (missing.length > 0)
    throw conflict('not_ready', 'Some lines of the list are not in order yet.', { missing });
  await setSettings(ctx, { opened_at: ctx.now().toISOString() }, 'open');
  return toLaunch(ctx, await evaluateChecks(ctx, { isCounted: false, tried: [] }));
}

/**
 * @param note replaces the note on the closed page
 * @throws AppError `conflict` (`payment_under_way`, `already_closed`), `unavailable`
 */
export async function closeSite(ctx: Ctx, note?: string): Promise<Launch> {
  requireAdmin(ctx);
  if (!(await openingRow(ctx.db)).openedAt) throw conflict('already_closed', 'The site is closed already.');
  await endPayments(ctx);
  const set: FormValues = { opened_at: null };
  if (note !== undefined) set.closed_note = note;
  await setSettings(ctx, set, 'close');
  // Payments that were begun in the meantime are ended, too.
  await endPayments(ctx).catch((err) =>
    ctx.log.warn({ err }, 'a payment begun while the site closed goes on'),
  );
  return toLaunch(ctx, await evaluateChecks(ctx, { isCounted: false, tried: [] }));
}

async function setSettings(ctx: Ctx, set: FormValues, verb: string): Promise<void> {
  await setInRows(ctx, getTable(ctx.tables, 'site_settings'), { ids: [1], set, action: 'update', verb });
  ctx.content.clear();
}

const paymentInProgress = () =>
  conflict('payment_under_way', 'Somebody is paying just now. Please try again in half an hour.');

/** Expires the payment pages of new stays and of the shop, and lets the holds go. A bank debit under way goes on. */
async function endPayments(ctx: Ctx): Promise<void> {
  for (const { id } of await holdsWithOpenPage(ctx.db)) {
    const status = await endUnpaidHold(ctx, id, 'released', 'hosts');
    if (status !== 'held') continue;
    if ((await activeAttempt(ctx.db, id))?.status !== 'processing') throw paymentInProgress();
  }
  const stripe = await ctx.stripe();
  for (const { stripe_session_id: session } of await openShopPages(ctx.db, ctx.now())) {
    if (!session) continue;
    await orUnavailable('The card provider does not answer.', () =>
      callStripe(stripe.checkout.sessions.expire(session)),
    ).catch(async (error) => {
      if (!(error instanceof AppError) || isStripeDown(error) || !(error.cause instanceof StripeCallError))
        throw error;
      const { status } = await callStripe(stripe.checkout.sessions.retrieve(session));
      if (status === 'open') throw paymentInProgress();
    });
  }
}
