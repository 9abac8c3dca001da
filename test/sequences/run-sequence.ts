import type { Platform } from '../../src/platform/context.server.ts';
import type { AppError } from '../../src/shared/errors.ts';
import type { Channels } from './channels.ts';
import { charge, findWrongCharges, voidFirst } from './charge-steps.ts';
import { correct, findForeignCompanions, findWrongBills, party, share } from './correction-steps.ts';
import { feed } from './feed-steps.ts';
import { findFigureDifferences, loadStanding, type Standing } from './figures.ts';
import { book, cancelAsGuest, disputedCancellation, isRefusal, pay, release } from './guest-steps.ts';
import {
  approve,
  block,
  cancelAsHosts,
  decline,
  move,
  phone,
  refund,
  refundAgain,
  unblock,
} from './host-steps.ts';
import { findLedgerDifferences, findUnreported, findWrongBalances, loadBooks } from './money.ts';
import { areTaken, findOverlaps, findUndeclared, loadNights } from './nights.ts';
import { accept, findForeignAccess, offer } from './offer-steps.ts';
import { bank, decideDispute, dispute, failedRefund, refundAtProvider, report } from './provider-steps.ts';
import { findReportDifferences } from './reports.ts';
import { backUp, restore } from './restore-step.ts';
import { findMovedReviews, review } from './review-steps.ts';
import { countEvents, takeSnapshot } from './snapshot.ts';
import type { Sequence, Step, StepOf } from './step.ts';
import { findWrongTurnovers } from './turnovers.ts';
import { wait, waitForEnd } from './wait-step.ts';
import { bookingAt, clearWorld, homeAt, openWorld, type World } from './world.ts';

type Actions = { [Kind in Step['kind']]: (world: World, step: StepOf<Kind>) => Promise<void> };

const actions: Actions = {
  book,
  phone,
  pay,
  release,
  approve,
  decline,
  move,
  refund,
  report,
  bank,
  block,
  unblock,
  feed,
  wait,
  restore,
  dispute,
  decide_dispute: decideDispute,
  disputed_cancellation: disputedCancellation,
  offer,
  accept,
  review,
  party,
  correct,
  share,
  charge,
  void: voidFirst,
  refund_again: refundAgain,
  refund_at_provider: refundAtProvider,
  failed_refund: failedRefund,
  cancel: (world, step) => (step.by === 'guest' ? cancelAsGuest(world, step) : cancelAsHosts(world, step)),
};

/** The problems of one sequence by kind, and what the sequence did. */
export interface Outcome {
  overlaps: string[];
  ledger: string[];
  reports: string[];
  /** Holds without an end, rejected steps that changed something, errors. */
  others: string[];
  steps: number;
  refused: number;
  /** How often the database was restored to an earlier moment. */
  restores: number;
  /** How often each event of the bookings' histories came, and conflicts with channels. */
  history: Record<string, number>;
  /** The taxes in the tax report, in minor units. */
  taxCents: number;
}

export const problemsOf = ({ overlaps, ledger, reports, others }: Outcome): string[] => [
  ...overlaps,
  ...ledger,
  ...reports,
  ...others,
];

/** Runs a sequence in an emptied database; the result is checked after each rejected step and at the end. */
export async function runSequence(
  platform: Platform,
  channels: Channels,
  { steps, daysAtEnd, ...setting }: Sequence,
): Promise<Outcome> {
  const outcome: Outcome = {
    overlaps: [],
    ledger: [],
    reports: [],
    others: [],
    history: {},
    steps: steps.length,
    refused: 0,
    restores: steps.filter(({ kind }) => kind === 'restore').length,
    taxCents: 0,
  };
  await clearWorld(platform, channels);
  const world = await openWorld(platform, channels, setting);
  const isRestored = steps.some(({ kind }) => kind === 'restore');
  const standings: Standing[] = [];
  for (const step of steps) {
    world.passTime(1);
    if (isRestored) await backUp(world);
    await runStep(world, step, outcome);
    for (const wrong of await findWrongTurnovers(world))
      outcome.others.push(`after ${JSON.stringify(step)}: ${wrong}`);
    // Another past has another ledger.
    if (!isRestored) standings.push(await loadStanding(world));
  }
  try {
    await waitForEnd(world, daysAtEnd);
  } catch (error) {
    outcome.others.push(`waiting for the end: ${(error as Error).stack}`);
  }
  await check(world, outcome);
  outcome.reports.push(...(await findFigureDifferences(world, standings)));
  return outcome;
}

async function runStep(world: World, step: Step, outcome: Outcome): Promise<void> {
  const act = actions[step.kind] as (world: World, step: Step) => Promise<void>;
  const before = await takeSnapshot(world);
  try {
    await act(world, step);
  } catch (error) {
    if (!isRefusal(error)) {
      outcome.others.push(`${JSON.stringify(step)}: ${(error as Error).stack}`);
      return;
    }
    outcome.refused += 1;
    if (!before.hasUnreported && before.text !== (await takeSnapshot(world)).text)
      outcome.others.push(`${JSON.stringify(step)} was refused and changed something: ${error.message}`);
    if (!(await isRightlyRefused(world, step, error)))
      outcome.others.push(
        `${JSON.stringify(step)} was refused although its nights are free: ${error.message}`,
      );
  }
}

/** Whether nights are taken for which a step was rejected. */
async function isRightlyRefused(world: World, step: Step, error: AppError): Promise<boolean> {
  if (error.extra?.reason !== 'dates_taken' || !('home' in step)) return true;
  const { id: propertyId, turnoverNights } = homeAt(world, step);
  const moved = step.kind === 'move' ? await bookingAt(world, step.booking) : null;
  const browser = step.kind === 'book' ? world.guests[step.guest]?.browserHash.toString('hex') : undefined;
  // A guest's older hold gives way to the new one, unless a bank works on its payment.
  const stayed = new Set(world.provider.delayed().map(({ bookingId }) => bookingId));
  return areTaken(await loadNights(world), world.span(step), {
    propertyId,
    turnover: step.kind === 'block' ? 0 : turnoverNights,
    except: (stay) =>
      stay.id === moved?.id || (stay.status === 'held' && stay.browser === browser && !stayed.has(stay.id)),
  });
}

async function check(world: World, outcome: Outcome): Promise<void> {
  const nights = await loadNights(world);
  const books = await loadBooks(world);
  outcome.overlaps.push(...findOverlaps(nights), ...(await findUndeclared(world, nights)));
  outcome.ledger.push(
    ...findLedgerDifferences(world, books),
    ...findWrongBalances(world, books),
    ...(await findUnreported(world, books)),
  );
  const { differences, taxCents } = await findReportDifferences(world, books);
  outcome.reports.push(...differences);
  outcome.taxCents = taxCents;
  outcome.others.push(...(await findWrongTurnovers(world)));
  outcome.others.push(...(await findForeignAccess(world)), ...(await findMovedReviews(world)));
  outcome.others.push(...(await findForeignCompanions(world)));
  outcome.ledger.push(...(await findWrongBills(world)));
  outcome.ledger.push(...(await findWrongCharges(world)));
  outcome.history = await countEvents(world);
  const waiting = nights.stays.filter(({ status }) => status !== 'confirmed');
  outcome.others.push(...waiting.map(({ code, status }) => `${code} is ${status} for ever`));
  outcome.others.push(...world.errors);
  if (books.some(({ isPending }) => isPending)) outcome.others.push('a refund is on its way for ever');
}
