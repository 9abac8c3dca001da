import type { ReactNode } from 'react';
import { Popover } from 'react-aria-components/Popover';

interface FieldPopoverProps {
  /** The field, once it is in the page. */
  field: Element | null;
  className: string;
  children: ReactNode;
}

/** Opens below a field, in its dialog or the main landmark; elsewhere in the page screen readers would lose their place. */
export const FieldPopover = ({ field, className, children }: FieldPopoverProps) => (
  <Popover
    offset={4}
    UNSTABLE_portalContainer={field?.closest('dialog, main') ?? undefined}
    className={`rounded-xl border border-dune bg-white text-ink shadow-card outline-none ${className}`}
  >
    {children}
  </Popover>
);
