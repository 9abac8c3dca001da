const compact = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 2,
});

/** An amount at an axis: 125000 is `$1.25K`. */
export const formatMoneyTick = (cents: number): string => compact.format(cents / 100);
