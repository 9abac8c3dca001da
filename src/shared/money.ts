const formatters = new Map<string, Intl.NumberFormat>();

/** Formats minor units (12345 is $123.45). An unknown currency (ISO 4217, any case) is shown as its code after the amount. */
export function formatMoney(cents: number, currency: string): string {
  const code = currency.toUpperCase();
  let formatter = formatters.get(code);
  if (!formatter) {
    try {
      formatter = new Intl.NumberFormat('en-US', { style: 'currency', currency: code });
    } catch {
      return `${(cents / 100).toFixed(2)} ${code}`;
    }
    formatters.set(code, formatter);
  }
  return formatter.format(cents / 100);
}
