import { type ComponentProps, type MouseEvent, useState } from 'react';

/** The attribute `aria-disabled` follows from `disabled`. */
export type ButtonProps = Omit<ComponentProps<'button'>, 'aria-disabled'>;

/**
 * A button that keeps its focus while it is disabled: browsers take the focus from one with the attribute `disabled`, so a
 * keyboard's user would start again at the top of the page. It has that attribute only until it can be pressed first, as
 * before the scripts have arrived.
 */
export function BaseButton({ disabled = false, onClick, ...rest }: ButtonProps) {
  const [hasBeenEnabled, setHasBeenEnabled] = useState(!disabled);
  if (!disabled && !hasBeenEnabled) setHasBeenEnabled(true);
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled && !hasBeenEnabled}
      aria-disabled={(disabled && hasBeenEnabled) || undefined}
      onClick={disabled ? ignorePress : onClick}
    />
  );
}

/** A press that would submit a form, with the Enter key in a field, too, does nothing. */
function ignorePress(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
