const amountShape = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/;

/** Minor units of a typed amount: `1,131.20`, `$50` or `50.5`; `null` for anything else. */
export function parseAmount(text: string): number | null {
  const [, whole, part = ''] = amountShape.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  return Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0'));
}

/** Formats cents like a host's input: 113120 is `1131.20`. */
export const toAmountText = (cents: number): string => (cents / 100).toFixed(2);
