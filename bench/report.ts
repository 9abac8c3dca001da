import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { type Figure, isMet } from './metric.ts';

const file = new URL('results.md', import.meta.url);

const introduction = `# What the site reaches

Written by \`npm run bench\`; \`npm run bench -- NAME\` measures one group anew. Everything is compared within one run on
one machine, so ratios hold elsewhere too, while absolute figures suffer from whatever else the machine is doing.
`;

/** Formats a number with as many digits as its size needs. */
function written(value: number, unit = ''): string {
  const digits = Number.isInteger(value) || Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 3;
  const number = value.toLocaleString('en-US', { minimumFractionDigits: 0, maximumFractionDigits: digits });
  return unit === '' ? number : `${number} ${unit}`;
}

function target({ max, min, unit }: Figure): string {
  if (max !== undefined && max === min) return `= ${written(max, unit)}`;
  if (max !== undefined) return `≤ ${written(max, unit)}`;
  return min === undefined ? '' : `≥ ${written(min, unit)}`;
}

const verdict = (figure: Figure): string => (target(figure) === '' ? '' : isMet(figure) ? 'yes' : '**no**');

/** Formats a group's figures as a table. */
export function formatTable(figures: Figure[]): string {
  const rows = figures.map((figure) => [
    figure.name,
    written(figure.value, figure.unit),
    target(figure),
    verdict(figure),
  ]);
  const all = [['Figure', 'Measured', 'Target', 'Met?'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [line(all[0] ?? []), rule, ...rows.map(line)].join('\n');
}

/** Replaces one group's section of `results.md`. */
export function saveResults(group: string, figures: Figure[]): void {
  const sections = new Map<string, string>();
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  for (const section of before.split(/^(?=## )/m).slice(1)) {
    sections.set(/^## (\S+)/.exec(section)?.[1] ?? '', section.trim());
  }
  const [cpu] = os.cpus();
  const machine = `${os.cpus().length} × ${cpu?.model ?? 'unknown processor'}, ${process.platform}, Node.js ${process.versions.node}`;
  const when = new Date().toISOString().slice(0, 16).replace('T', ' ');
  sections.set(
    group,
    `## ${group}\n\n\`npm run bench -- ${group}\`, ${when} UTC, ${machine}\n\n${formatTable(figures)}`,
  );
  writeFileSync(file, `${introduction}\n${[...sections.values()].join('\n\n')}\n`);
}
