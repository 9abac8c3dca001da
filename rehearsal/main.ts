import { inspect } from 'node:util';
import { isMet } from '../bench/metric.ts';
import { formatTable } from '../bench/report.ts';
import { missingImageTools } from './build-image.ts';
import type { Claims } from './claim.ts';
import { crash } from './crash.ts';
import { deploying } from './deploying.ts';
import { exporting } from './exporting.ts';
import { failover } from './failover.ts';
import { folders } from './folders.ts';
import { front } from './front.ts';
import { image } from './image.ts';
import { installed } from './installed.ts';
import { pooler } from './pooler.ts';
import { lastLines } from './program.ts';
import { roles } from './roles.ts';
import { setUp, tearDown } from './stage.ts';

const groups: Record<string, Claims> = {
  installed,
  front,
  exporting,
  crash,
  deploying,
  image,
  pooler,
  folders,
  roles,
  failover,
};

const names = process.argv.slice(2);
for (const name of names) {
  if (!groups[name]) throw new Error(`There is no group "${name}": ${Object.keys(groups).join(', ')}`);
}

const isWanted = (name: string): boolean => names.length === 0 || names.includes(name);

/** No rehearsal takes longer, even if a process hangs. */
const maxMs = 25 * 60_000;

let isEnding = false;
async function end(code: number, message?: string): Promise<never> {
  if (isEnding) return new Promise(() => {});
  isEnding = true;
  if (code !== 0) console.error(`\n${lastLines(12)}\n`);
  if (message) console.error(message);
  await tearDown();
  process.exit(code);
}
for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'])
  process.on(event, () => void end(1, 'The rehearsal was stopped.'));
setTimeout(() => void end(1, `The rehearsal took longer than ${maxMs / 60_000} minutes.`), maxMs).unref();

async function rehearse(): Promise<void> {
  const before = performance.now();
  console.log('• Setting the stage: PostgreSQL 15 over TLS, Caddy, a bucket, two processes of the site …');
  const stage = await setUp();
  let failed = 0;
  const skipped: string[] = [];
  for (const [name, show] of Object.entries(groups)) {
    if (!isWanted(name)) continue;
    const missing = name === 'image' ? missingImageTools() : [];
    if (missing.length > 0) {
      skipped.push(name);
      console.log(`\n• ${name}: NOT CHECKED, it needs ${missing.join(', ')}`);
      continue;
    }
    console.log(`\n• ${name}`);
    const groupBefore = performance.now();
    const figures = await show(stage);
    failed += figures.filter((figure) => !isMet(figure)).length;
    console.log(formatTable(figures));
    console.log(`  ${Math.round((performance.now() - groupBefore) / 1000)} s`);
  }
  const seconds = Math.round((performance.now() - before) / 1000);
  if (failed > 0) await end(1, `\nClaims that do not hold: ${failed} (${seconds} s).`);
  // Who asks for one group by its name wants it checked.
  if (names.length === 1 && skipped.length > 0) await end(1, `\nNot checked: ${skipped.join(', ')}.`);
  const unchecked = skipped.length > 0 ? `, but for what was NOT CHECKED: ${skipped.join(', ')}` : '';
  console.log(`\nEvery claim holds${unchecked} (${seconds} s).`);
  await end(0);
}

await rehearse().catch((error: Error) => end(1, `The rehearsal broke off: ${inspect(error)}`));
