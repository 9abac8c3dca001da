/** Marks what the server rendered and whose scripts come later than the page's. */
export const latePart = { 'data-late-part': '' };

const hydrated = 'latepart:hydrated';

/**
 * React drops a press on what is not hydrated yet. Once called, this repeats the last press on a button of a late part
 * when the part responds, unless the button sends a form that works without scripts. Call it before React starts, so that
 * React's listeners come after this one.
 */
export function repeatEarlyPresses(): void {
  const answering = new WeakSet<Element>();
  const early = new WeakMap<Element, HTMLButtonElement>();
  const capture = { capture: true };
  addEventListener(
    'click',
    (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      const part = button?.closest('[data-late-part]');
      if (!button || !part || answering.has(part)) return;
      if (button.form && button.form.method !== 'dialog') return;
      event.preventDefault();
      event.stopImmediatePropagation();
      early.set(part, button);
    },
    capture,
  );
  addEventListener(
    hydrated,
    ({ target }) => {
      const part = target as Element;
      if (answering.has(part)) return;
      answering.add(part);
      const button = early.get(part);
      // What was typed early is taken into the state first, by the renders that follow this one.
      if (button) setTimeout(() => button.click());
    },
    capture,
  );
}

/** Announces that a late part responds to presses from now on. */
export const reportHydrated = (part: Element | null): void => {
  part?.dispatchEvent(new Event(hydrated));
};
