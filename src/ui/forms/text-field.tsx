import type { ComponentProps, ReactNode } from 'react';

interface TextFieldProps extends ComponentProps<'input'> {
  id: string;
  label: string;
  hint?: ReactNode;
}

export function TextField({ id, label, hint, className = '', ...input }: TextFieldProps) {
  const describedBy = [hint && `${id}-hint`, input['aria-describedby']].filter(Boolean).join(' ');
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold text-ink">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="mb-2 wrap-anywhere text-slate">
          {hint}
        </p>
      )}
      <input
        {...input}
        id={id}
        aria-describedby={describedBy || undefined}
        className={`min-h-12 w-full rounded-xl border border-driftwood/70 bg-white px-4 py-2.5 text-base text-ink placeholder:text-slate/70 read-only:bg-sand aria-invalid:border-danger ${className}`}
      />
    </div>
  );
}
