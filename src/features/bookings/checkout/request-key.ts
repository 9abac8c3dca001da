import type { BookingRequest } from './contract.server.ts';

/** 53 bits of a text (cyrb53, public domain): distinguishes attempts, hides nothing. */
export function textHash(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 2_654_435_761);
    b = Math.imul(b ^ code, 1_597_334_677);
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
  return (4_294_967_296 * (2_097_151 & b) + (a >>> 0)).toString(36);
}

/** Derives a key from the quote and the details: equal in every page and tab, and different after a correction. */
export const requestKey = (request: BookingRequest): string =>
  `${request.quoteId}-${textHash(JSON.stringify(request))}`;
