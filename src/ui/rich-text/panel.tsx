import type { KeyboardEvent, ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Field, type FieldProps } from '../forms/field.tsx';

interface PanelFrameProps {
  label: string;
  apply(): void;
  close(): void;
  more: ReactNode;
  children: ReactNode;
}

/** A form inside a form: Enter applies, Esc closes. */
export function Panel({ label, apply, close, more, children }: PanelFrameProps) {
  function followKeys(event: KeyboardEvent) {
    const isApply = event.key === 'Enter' && event.target instanceof HTMLInputElement;
    if (!isApply && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (isApply) apply();
    else close();
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would be one more line above its one or two fields
    <div
      role="group"
      aria-label={label}
      onKeyDown={followKeys}
      className="grid gap-3 border-b border-dune bg-shell p-3"
    >
      {children}
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={apply}>
          Apply
        </Button>
        {more}
        <Button variant="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

interface PanelLineProps extends Pick<FieldProps, 'id' | 'label' | 'problem'> {
  value: string;
  /** Has the focus as the panel opens. */
  isFirst?: boolean;
  onChange(text: string): void;
}

/** One line of a panel: an address, or the text in its place. */
export const PanelLine = ({ value, isFirst = false, onChange, ...field }: PanelLineProps) => (
  <Field {...field} problemId={`${field.id}-error`} isAnnounced={false}>
    {(control) => (
      <input
        {...control}
        type="text"
        value={value}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: it opens at the press of a tool, to be filled in
        autoFocus={isFirst}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
);
