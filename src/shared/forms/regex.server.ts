import { RE2JS } from 're2js';
import type { PatternMatcher } from './regex.ts';

const compiled = new Map<string, RE2JS>();

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (cause) {
    throw new Error(`The schema pattern ${JSON.stringify(pattern)} is not one RE2 can run`, { cause });
  }
}

/**
 * The server's matcher: RE2, whose time grows with the text and not with the pattern's ambiguity.
 * @throws Error for a pattern RE2 cannot read (look-around, back references), a mistake in the schema
 */
export const matchesRe2: PatternMatcher = (pattern, text) => {
  const known = compiled.get(pattern) ?? compile(pattern);
  compiled.set(pattern, known);
  return known.test(text);
};
