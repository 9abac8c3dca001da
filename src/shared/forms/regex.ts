const compiled = new Map<string, RegExp>();

/** Patterns are the repository's own; a test shows that each is linear. @throws SyntaxError for a pattern that is no regular expression */
export function matchesPattern(pattern: string, text: string): boolean {
  const regex = compiled.get(pattern) ?? new RegExp(pattern, 'u');
  compiled.set(pattern, regex);
  return regex.test(text);
}
