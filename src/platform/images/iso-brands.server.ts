const maxBrands = 64;

/** The brands of a file in the ISO base media format (ISO/IEC 14496-12, 4.3), its major one first; none of any other file. */
export function isoBrands(head: Buffer): string[] {
  if (head.length < 12 || head.toString('latin1', 4, 8) !== 'ftyp') return [];
  const end = Math.min(head.readUInt32BE(0), head.length, 16 + maxBrands * 4);
  const brands = [head.toString('latin1', 8, 12)];
  // The version lies between the major brand and the others.
  for (let place = 16; place + 4 <= end; place += 4) brands.push(head.toString('latin1', place, place + 4));
  return brands;
}
