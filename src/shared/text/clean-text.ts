/** Neither line breaks nor tabs, nor what turns the direction of writing around. */
const invisible = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** Text of a person or a mail: unified line breaks, no control characters, no half characters. */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(invisible, (sign) => (sign === '\n' || sign === '\t' ? sign : ''))
    .trim();
