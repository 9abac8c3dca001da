const formatters = new Map<string, Intl.NumberFormat>();

/**
 * A price as a guest reads it.
 * @param cents whole minor units (12345 is $123.45)
 * @param currency ISO 4217 code in any case; an unknown one is shown as the amount followed by the code
 */
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
