/** Longer than a question takes: one that takes longer may be stuck, and then the next one does not wait for its end. */
const maxWaitMs = 250;

/**
 * Asks the same question once for all who come while an earlier one is under way. Each answer was asked for after whoever
 * gets it came, so it is as fresh as if each had asked alone.
 */
export function coalesce<Result>(): (key: string, ask: () => Promise<Result>) => Promise<Result> {
  const underWay = new Map<string, { answer: Promise<Result>; next?: Promise<Result> }>();

  function begin(key: string, ask: () => Promise<Result>): Promise<Result> {
    const question: { answer: Promise<Result>; next?: Promise<Result> } = { answer: ask() };
    underWay.set(key, question);
    const forget = () => {
      if (!question.next) underWay.delete(key);
    };
    question.answer.then(forget, forget);
    return question.answer;
  }

  return (key, ask) => {
    const earlier = underWay.get(key);
    if (!earlier) return begin(key, ask);
    earlier.next ??= settledOrLate(earlier.answer).then(() => begin(key, ask));
    return earlier.next;
  };
}

/** Resolves when a promise has settled, however, or after `maxWaitMs`. */
function settledOrLate(promise: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, maxWaitMs);
    const settle = () => {
      clearTimeout(late);
      resolve();
    };
    promise.then(settle, settle);
  });
}
