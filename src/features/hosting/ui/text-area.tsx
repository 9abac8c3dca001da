import { useId } from 'react';

interface TextAreaProps {
  label: string;
  hint?: string;
  value: string;
  maxLength: number;
  problem?: string;
  change(text: string): void;
}

/** Several lines of text. */
export function TextArea({ label, hint, value, maxLength, problem = '', change }: TextAreaProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="block font-semibold text-ink">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-slate">
          {hint}
        </p>
      )}
      <textarea
        id={id}
        rows={4}
        value={value}
        maxLength={maxLength}
        aria-describedby={
          [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ') || undefined
        }
        aria-invalid={problem !== '' || undefined}
        onChange={(event) => change(event.target.value)}
        className="mt-1.5 w-full rounded-xl border border-driftwood/70 bg-white px-4 py-2.5 text-base text-ink aria-invalid:border-danger"
      />
      {problem && (
        <p id={`${id}-problem`} role="alert" className="mt-1 text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
