import fc from 'fast-check';
import { afterAll, expect, inject, test } from 'vitest';
import { openLab } from '../../../test/sequences/lab.ts';
import { problemsOf } from '../../../test/sequences/run-sequence.ts';
import { type Sequence, sequences } from '../../../test/sequences/step.ts';

const lab = await openLab(inject('serverUrl'), inject('templateName'), `pcb_sequences_${process.pid}`);
afterAll(() => lab.close());

/**
 * Fails with the seed, the path and the shortest sequence that goes wrong.
 * @param withinMs after which no other sequence begins
 * @returns how often each event came
 */
async function runAll(
  options: fc.Parameters<[Sequence]>,
  withinMs = Number.POSITIVE_INFINITY,
): Promise<Record<string, number>> {
  const all: Record<string, number> = {};
  const startedAt = Date.now();
  let hasFailed = false;
  await fc.assert(
    fc.asyncProperty(sequences, async (sequence) => {
      // The search for the shortest failing sequence goes on.
      if (!hasFailed && Date.now() - startedAt > withinMs) return;
      try {
        const outcome = await lab.run(sequence);
        for (const [event, count] of Object.entries(outcome.history)) all[event] = (all[event] ?? 0) + count;
        expect(problemsOf(outcome)).toEqual([]);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }),
    { unbiased: true, ...options },
  );
  return all;
}

test('after any actions of guests, hosts, channels, banks and time no night is sold twice, and the ledger agrees', async () => {
  const events = await runAll({ numRuns: 24, seed: 20_270_707 });
  // The sequences prove something only if each event happens in them.
  for (const event of [
    'held',
    'expired',
    'paid',
    'confirmed',
    'moved',
    'party_changed',
    'charged',
    'cancelled',
    'refunded',
  ])
    expect(events[event], event).toBeGreaterThan(0);
}, 300_000);

test('other sequences in each run leave no night sold twice, and the ledger in agreement', {
  tags: ['waits'],
  timeout: 300_000,
}, async () => {
  await runAll({ numRuns: 40, seed: Date.now() }, 10_000);
});
