import type { KeyboardEvent, ReactNode } from 'react';
import { Button } from '../button.tsx';

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

interface PanelFieldProps {
  id: string;
  label: string;
  value: string;
  error?: string;
  first?: boolean;
  onChange(text: string): void;
}

export function PanelField({ id, label, value, error, first = false, onChange }: PanelFieldProps) {
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <input
        id={id}
        type="text"
        value={value}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: it opens at the press of a tool, to be filled in
        autoFocus={first}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-11 w-full rounded-lg border border-driftwood/70 bg-white px-3 py-2 aria-invalid:border-danger"
      />
      {error && (
        <p id={`${id}-error`} className="mt-1 text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
