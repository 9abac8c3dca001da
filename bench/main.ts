import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { admin } from './admin.ts';
import { agents } from './agents.ts';
import { booking } from './booking.ts';
import { pages } from './cached-pages.ts';
import { code } from './code.ts';
import { failures } from './failures.ts';
import { areAllFaults, faults } from './faults.ts';
import { feeds } from './feeds.ts';
import { hostCalendar } from './host-calendar.ts';
import { type Figure, type Group, isMet } from './metric.ts';
import { opening } from './opening.ts';
import { weight } from './page-weight.ts';
import { rendering } from './render.ts';
import { formatTable, saveResults } from './report.ts';
import { scale } from './scale.ts';
import { sequences } from './sequences.ts';
import { start } from './start.ts';

const groups: Record<string, Group> = {
  code,
  start,
  pages,
  rendering,
  weight,
  admin,
  booking,
  agents,
  failures,
  feeds,
  sequences,
  scale,
  'host-calendar': hostCalendar,
  opening,
};
const firstPort = Number(process.env.PORT || 4700);

const requested = process.argv.slice(2);
/** `faults` must be the first name and takes groups or names of faults: it runs tests and measures no site. */
const faultParts = requested[0] === 'faults' ? requested.splice(0).slice(1) : undefined;
for (const name of requested) {
  if (!groups[name])
    throw new Error(`There is no group "${name}": ${Object.keys(groups).join(', ')}, faults`);
}

for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, () => process.exit(1));
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'pcb-bench-'));
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));

let missed = 0;
if (faultParts) {
  const figures = await faults({ dataDir, port: firstPort }, faultParts);
  if (areAllFaults(faultParts)) saveResults('faults', figures);
  report(figures);
} else {
  for (const [name, measure] of Object.entries(groups)) {
    if (requested.length > 0 && !requested.includes(name)) continue;
    console.log(`• Measuring ${name} …`);
    const figures = await measure({ dataDir, port: firstPort });
    saveResults(name, figures);
    report(figures);
  }
}
console.log(missed === 0 ? 'Every target was met.' : `Targets missed: ${missed}`);
process.exit(0);

function report(figures: Figure[]): void {
  missed += figures.filter((figure) => !isMet(figure)).length;
  console.log(`\n${formatTable(figures)}\n`);
}
