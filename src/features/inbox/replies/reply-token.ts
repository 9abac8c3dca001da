/** Headers beyond this length are not searched. */
const maxHeadBytes = 100_000;
const maxTokens = 20;

/** The tokens of conversations at a domain in a mail's headers; its body is not read. */
export function tokensInHead(source: Buffer, domain: string): string[] {
  const head = source.subarray(0, maxHeadBytes).toString('latin1');
  const end = head.search(/\r?\n\r?\n/);
  return tokensIn(end < 0 ? head : head.slice(0, end), domain);
}

/** The tokens within addresses at a domain, in small letters. */
export function tokensIn(text: string, domain: string): string[] {
  const tokens = new Set<string>();
  for (const [, token = '', host = ''] of text.matchAll(/\+([0-9a-f]{32})"?@([\w.-]{1,253})/gi)) {
    if (host.toLowerCase() === domain.toLowerCase()) tokens.add(token.toLowerCase());
    if (tokens.size === maxTokens) break;
  }
  return [...tokens];
}
