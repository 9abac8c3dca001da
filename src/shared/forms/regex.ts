/** Whether a schema's pattern is found in a text. */
export type PatternMatcher = (pattern: string, text: string) => boolean;

const compiled = new Map<string, RegExp | null>();

function compile(pattern: string): RegExp | null {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return null;
  }
}

/**
 * The browser's matcher. A pattern its engine cannot read passes here: the server, which compiles every pattern with RE2,
 * has the last word. The server never uses this one, because a bad pattern can keep it busy for minutes.
 */
export const matchesInBrowser: PatternMatcher = (pattern, text) => {
  if (!compiled.has(pattern)) compiled.set(pattern, compile(pattern));
  return compiled.get(pattern)?.test(text) ?? true;
};
