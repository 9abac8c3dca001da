/** Normalizes a typed code: only capitals and digits, with O, I and L as the digits that they resemble (Crockford's base 32). */
export const readCode = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
