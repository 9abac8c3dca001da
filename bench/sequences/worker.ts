import { openLab } from '../../test/sequences/lab.ts';
import { sequenceOf } from '../../test/sequences/step.ts';
import type { Result } from '../sequences.ts';

// A process of its own for each part of the sequences: every lab has one database and one clock.
const [serverUrl = '', template = '', first = '1', last = '0', step = '1'] = process.argv.slice(2);
process.once('disconnect', () => process.exit(1));

const lab = await openLab(serverUrl, template, `pcb_bench_${first}`);
for (let seed = Number(first); seed <= Number(last); seed += Number(step)) {
  const result: Result = { seed, outcome: await lab.run(sequenceOf(seed)) };
  process.send?.(result);
}
await lab.close();
process.exit(0);
