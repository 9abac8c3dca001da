/** A half-open range of nights, as a stay is. */
export interface Nights {
  checkin: string;
  checkout: string;
}

/** Joins nights that overlap or touch. */
export function mergeNights(spans: readonly Nights[]): Nights[] {
  const merged: Nights[] = [];
  for (const span of [...spans].sort((a, b) => a.checkin.localeCompare(b.checkin))) {
    const last = merged.at(-1);
    if (last && span.checkin <= last.checkout) {
      if (span.checkout > last.checkout) last.checkout = span.checkout;
    } else merged.push({ ...span });
  }
  return merged;
}

/** Subtracts nights from others. @param removed ordered and disjoint, as from `mergeNights` */
export function subtractNights(nights: readonly Nights[], removed: readonly Nights[]): Nights[] {
  return nights.flatMap(({ checkin, checkout }) => {
    const left: Nights[] = [];
    let from = checkin;
    for (let index = firstEndingAfter(removed, checkin); index < removed.length; index += 1) {
      const gap = removed[index] as Nights;
      if (gap.checkin >= checkout) break;
      if (gap.checkin > from) left.push({ checkin: from, checkout: gap.checkin });
      from = gap.checkout;
    }
    if (from < checkout) left.push({ checkin: from, checkout });
    return left;
  });
}

/**
 * Whether nights are closed by a stay already or, where they may follow one, begin on its day of check-out.
 * @param stays ordered and disjoint, as from `mergeNights`
 */
export function isBesideStay(
  { checkin, checkout, mayFollow }: Nights & { mayFollow: boolean },
  stays: readonly Nights[],
): boolean {
  const index = firstEndingAfter(stays, checkin);
  const [before, stay] = [stays[index - 1], stays[index]];
  if (stay && stay.checkin <= checkin && checkout <= stay.checkout) return true;
  return mayFollow && before?.checkout === checkin;
}

/** A binary search: a feed may have 10,000 events. */
function firstEndingAfter(nights: readonly Nights[], date: string): number {
  let [low, high] = [0, nights.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((nights[middle] as Nights).checkout > date) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Formats nights as a `datemultirange` of PostgreSQL: `{[2027-07-07,2027-07-14)}`. */
export const toMultirange = (nights: readonly Nights[]): string =>
  `{${mergeNights(nights)
    .map(({ checkin, checkout }) => `[${checkin},${checkout})`)
    .join(',')}}`;

export const parseMultirange = (text: string): Nights[] =>
  [...text.matchAll(/\[([\d-]+),([\d-]+)\)/g)].map(([, checkin = '', checkout = '']) => ({
    checkin,
    checkout,
  }));
