import type { ImportProblem } from './contract.server.ts';

/** A problem that is reported once for all its fields and lines. */
export interface Mistake {
  message: string;
  fields: string[];
  lines: number[];
}

/** Joins problems with the same message, in the order in which each message first occurs. */
export function groupProblems(problems: readonly ImportProblem[]): Mistake[] {
  const mistakes = new Map<string, Mistake>();
  for (const { message, field, line } of problems) {
    const mistake = mistakes.get(message) ?? { message, fields: [], lines: [] };
    mistakes.set(message, mistake);
    if (field !== undefined && !mistake.fields.includes(field)) mistake.fields.push(field);
    if (!mistake.lines.includes(line)) mistake.lines.push(line);
  }
  return [...mistakes.values()];
}

/** Counts what is to be mended: a mistake that concerns two fields of a line is one. */
export const countMistakes = (problems: readonly ImportProblem[]): number =>
  groupProblems(problems).reduce((count, { lines }) => count + lines.length, 0);

const maxLines = 5;

/** `Line 2`, `Lines 2, 3` or `Lines 2, 3, 4, 5, 6 and 12 more`. */
export function linesText(lines: readonly number[]): string {
  const more = lines.length - maxLines;
  const named = lines.slice(0, maxLines).join(', ');
  return `${lines.length === 1 ? 'Line' : 'Lines'} ${named}${more > 0 ? ` and ${more} more` : ''}`;
}
