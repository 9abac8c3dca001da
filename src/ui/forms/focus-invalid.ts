import { type RefObject, useLayoutEffect } from 'react';

/** The text of what is wrong with a field: the last that describes it, else the one of its group. */
function findProblem(field: HTMLElement): HTMLElement | null {
  const id = field.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '';
  return (
    document.getElementById(id) ??
    field.closest('[data-field]')?.querySelector<HTMLElement>('[id$="-error"]') ??
    null
  );
}

/** Focuses a field and scrolls to what is wrong with it, which stands below it and may be out of sight. */
export function focusInvalid(field: HTMLElement | null | undefined): void {
  if (!field) return;
  field.focus();
  findProblem(field)?.scrollIntoView({ block: 'nearest' });
}

/** Focuses the first invalid field of a form; where none is, scrolls to what went wrong. */
function showProblem(form: HTMLElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid=true]');
  if (field) focusInvalid(field);
  else form?.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' });
}

/**
 * Shows what is wrong with a form after each attempt to submit it, and once a call has failed.
 * @param attempts how often it was submitted
 * @param errors of the calls that submitting starts, of a fixed number
 */
export function useFocusInvalid(
  form: RefObject<HTMLElement | null>,
  attempts: number,
  ...errors: (Error | null)[]
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: with what each of them led to, as the next key may come at once
  useLayoutEffect(() => {
    if (attempts > 0) showProblem(form.current);
  }, [attempts, ...errors]);
}
