import { type ReactNode, useId } from 'react';
import { inputClass } from '../small-button.tsx';

const sizes = {
  large: {
    label: 'font-semibold text-ink',
    control:
      'mt-1.5 min-h-12 w-full min-w-0 rounded-xl border border-driftwood/70 bg-white px-4 py-2.5 text-base text-ink aria-invalid:border-danger',
  },
  /** In rows of filters. */
  small: { label: 'text-sm font-semibold text-slate', control: `${inputClass} mt-1 w-full min-w-0` },
} as const;

/** What the input, select or textarea of a field takes. */
interface FieldControl {
  id: string;
  className: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: string;
  hint?: ReactNode;
  problem?: string | undefined;
  size?: keyof typeof sizes;
  className?: string;
  children(control: FieldControl): ReactNode;
}

/** A field with its label, what helps to fill it in, and what is wrong with it. */
export function Field({ label, hint, problem, size = 'large', className = '', children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={id} className={sizes[size].label}>
        {label}
      </label>
      {children({
        id,
        className: sizes[size].control,
        'aria-describedby': described || undefined,
        'aria-invalid': problem ? true : undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-slate">
          {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}-problem`} role="alert" className="mt-1.5 font-medium text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
