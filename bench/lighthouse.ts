import lighthouse from 'lighthouse';
import { type Figure, median } from './metric.ts';

const runs = 5;
/** The score of performance has no target: it moves by ten points on a busy machine, and weight, shift and paint have theirs. */
const minScores = { performance: undefined, accessibility: 100, 'best-practices': 100, seo: 100 };

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

/** Lighthouse's scores of a page for a phone, each the median of five runs; its findings are printed. */
export async function lighthouseFigures(page: string, url: string, debuggingPort: number): Promise<Figure[]> {
  const results: Result[] = [];
  for (let run = 0; run < runs; run += 1) {
    const run = await lighthouse(url, { port: debuggingPort, logLevel: 'error', output: 'json' });
    if (run) results.push(run.lhr);
  }
  const last = results.at(-1);
  if (last) printAudits(last);
  return Object.entries(minScores).map(([name, min]) => {
    const scores = results.map((one) => Math.round((one.categories[name]?.score ?? 0) * 100));
    console.log(`  ${page}, ${name}: ${scores.join(', ')}`);
    const figure = { name: `${page}: Lighthouse for a phone, ${name}`, value: median(scores) };
    return min === undefined ? figure : { ...figure, min };
  });
}

/** Prints each audit that costs a category points. */
function printAudits(result: Result): void {
  for (const category of Object.values(result.categories)) {
    for (const { id, weight } of category.auditRefs) {
      const audit = result.audits[id];
      if (!audit || weight === 0 || audit.score === null || audit.score >= 0.9) continue;
      console.log(`  ${category.id}: ${id} (${audit.score}): ${audit.title} ${audit.displayValue ?? ''}`);
      const items = (audit.details as { items?: unknown[] } | undefined)?.items ?? [];
      for (const item of items.slice(0, 5)) console.log(`    ${JSON.stringify(item).slice(0, 400)}`);
    }
  }
}
