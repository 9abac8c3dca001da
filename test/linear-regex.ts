import vm from 'node:vm';

const textLength = 20_000;
/** A linear pattern takes less than 1 ms for such a text; one that backtracks, quadratically at best, half a second. */
const timeoutMs = 50;

const representatives = ['a', 'Z', '0', '-', '/', ' ', '.', '!', 'é', '\n'];

/**
 * Attacks a pattern the way ReDoS does: a prefix, a short word repeated many times, and an end that makes the match fail.
 * The words are all of one or two characters among those that the pattern names and one of each usual class, so that they
 * pump every loop whose body fits them; ambiguity that needs a longer word is out of its reach.
 * @returns the beginning of an input that takes superlinear time, or null
 */
export function findSlowInput(pattern: string): string | null {
  const literals = pattern.replace(/\\[a-zA-Z]|[\\^$.*+?()[\]{}|]/g, '');
  const alphabet = [...new Set([...literals, ...representatives])].slice(0, 16);
  const words = [...alphabet, ...alphabet.flatMap((first) => alphabet.map((second) => first + second))];
  for (const prefix of ['', '/', 'a'])
    for (const word of words)
      for (const end of ['\0', '!x']) {
        const text = prefix + word.repeat(textLength / word.length) + end;
        if (isSlow(pattern, text)) return text.slice(0, 20);
      }
  return null;
}

const context = vm.createContext({ regex: /x/, text: '' });
const script = new vm.Script('regex.test(text)');

/** Slow three times in a row, by processor time: a busy machine lets a program wait. */
function isSlow(pattern: string, text: string): boolean {
  Object.assign(context, { regex: new RegExp(pattern, 'u'), text });
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const before = process.cpuUsage();
    try {
      script.runInContext(context, { timeout: 3 * timeoutMs });
    } catch {
      continue;
    }
    if (process.cpuUsage(before).user / 1000 < timeoutMs) return false;
  }
  return true;
}
