const minDigits = 7;
/** E.164. */
const maxDigits = 15;
/** How many short numbers are passed over. */
const maxPassed = 5;
const keypad = ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ'];

/** Digits and what is written between them, up to a letter, a comma or the plus of a second number. */
const numberPattern = /^\+?[\d\p{Zs}\p{Pd}().·/[\]]*/u;
const extensionPattern = /^[\p{Zs},;(]*(?:ext(?:ension|n)?|x|#)[\p{Zs}.:=]*(\d{1,7})(?!\d)/iu;

/** Signs without a width, which phones write around a number that is copied from their contacts. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/**
 * Links a phone number as it was typed, by RFC 3966: `tel:+18505550100;ext=12`. It takes the first of two numbers, turns
 * letters of vanity numbers into digits, and drops the `(0)` that is only dialed within a country.
 */
export function telHref(phone: string): string {
  let typed = fromNumber(phone.replace(invisible, '').normalize('NFKC'));
  const first = readNumber(typed);
  let number = first;
  // What comes before the number may be an hour or the like: `8 am to 5 pm: 850 555 0100`.
  for (let passed = 0; number.digits.length < minDigits; passed += 1) {
    typed = fromNumber(typed.slice(number.length));
    number = passed < maxPassed && typed !== '' ? readNumber(typed) : first;
    if (number === first) break;
  }
  return number.digits === '' ? 'tel:' : `tel:${number.plus}${number.digits}${number.extension}`;
}

const fromNumber = (text: string): string => text.replace(/^[^+\d]*(?=[+\d])/, '').replace(/^\+[\s(]+/, '+');

function readNumber(typed: string) {
  const written = numberPattern.exec(typed)?.[0] ?? '';
  const vanity = readVanity(typed.slice(written.length), written);
  const extension = extensionPattern.exec(typed.slice(written.length + vanity.length))?.[1];
  const first = firstNumber(written);
  const plus = written.startsWith('+') ? '+' : '';
  const national = plus || written.startsWith('00') ? first.replace(/[([]\s*0\s*[)\]]/, '') : first;
  return {
    plus,
    digits: toDigits(national) + toDigits(onKeypad(vanity)),
    extension: extension && first === written ? `;ext=${extension}` : '',
    length: written.length + vanity.length,
  };
}

const toDigits = (text: string): string => text.replace(/\D/g, '');

/** Cuts at a slash that follows a whole number, and between two numbers that only a space divides. */
function firstNumber(written: string): string {
  const isWhole = (text: string) => toDigits(text).length >= minDigits;
  const parts = written.split(/(?=\/)/);
  const whole = parts.findIndex((_, index) => isWhole(parts.slice(0, index + 1).join('')));
  const number = whole === -1 ? written : parts.slice(0, whole + 1).join('');
  if (toDigits(number).length <= maxDigits) return number;
  const groups = number.split(/(?=\p{Zs})/u);
  const end = groups.findIndex((_, index) => isWhole(groups.slice(0, index + 1).join('')));
  return groups.slice(0, end + 1).join('');
}

/** The letters that complete an American number: `555-SAND`. */
function readVanity(rest: string, written: string): string {
  const count = toDigits(written).replace(/^1/, '').length;
  const letters = /^[A-Z][A-Z-]+(?![a-z])|^[a-z][a-z-]+(?!\p{L})/u.exec(rest)?.[0] ?? '';
  const isAttached = /[\d\p{Pd}.)]$/u.test(written) || letters === letters.toUpperCase();
  const total = count + letters.replace(/-/g, '').length;
  return isAttached && count >= 3 && count < minDigits && total >= minDigits ? letters : '';
}

const onKeypad = (letters: string): string =>
  letters
    .toUpperCase()
    .replace(/[A-Z]/g, (letter) => String(keypad.findIndex((key) => key.includes(letter)) + 2));
