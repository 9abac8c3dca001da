import { type ReactNode, useId } from 'react';

const fieldClass =
  'mt-1.5 min-h-12 w-full min-w-0 rounded-xl border border-driftwood/70 bg-white px-4 py-2.5 text-base text-ink aria-invalid:border-danger';

interface LabeledProps {
  label: string;
  hint?: string;
  problem?: string | undefined;
  className?: string;
  children(attributes: {
    id: string;
    className: string;
    'aria-describedby': string | undefined;
    'aria-invalid': true | undefined;
  }): ReactNode;
}

/** A field with its label, what helps to fill it in, and what is wrong with it. */
export function Labeled({ label, hint, problem, className = '', children }: LabeledProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={id} className="font-semibold text-ink">
        {label}
      </label>
      {children({
        id,
        className: fieldClass,
        'aria-describedby': described || undefined,
        'aria-invalid': problem ? true : undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-slate">
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}-problem`} className="mt-1.5 font-medium text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
