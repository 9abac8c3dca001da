import type { ComponentProps } from 'react';

const looks = {
  line: 'flex min-h-11 items-center gap-3 text-ink',
  /** Two lines of text, in a frame that shows which one is chosen. */
  card: 'flex min-h-12 cursor-pointer gap-3 rounded-xl border border-driftwood/70 bg-white p-3 has-checked:border-gulf has-checked:bg-mist',
  pill: 'flex min-h-11 cursor-pointer items-center gap-2.5 rounded-full border border-gulf/35 px-4 font-semibold text-gulf has-checked:border-gulf has-checked:bg-mist',
} as const;

interface ChoiceProps extends ComponentProps<'input'> {
  type: 'checkbox' | 'radio';
  look?: keyof typeof looks;
}

/** A box or a radio button with its label. */
export const Choice = ({ look = 'line', className = '', children, ...input }: ChoiceProps) => (
  <label htmlFor={input.id} className={`${looks[look]} ${className}`}>
    <input {...input} className={`size-5 shrink-0 accent-gulf ${look === 'card' ? 'mt-0.5' : ''}`} />
    {children}
  </label>
);
