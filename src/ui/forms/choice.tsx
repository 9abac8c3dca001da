import type { ComponentProps } from 'react';

const styles = {
  line: 'flex min-h-11 items-center gap-3 text-ink',
  /** Two lines of text, in a frame that shows which one is chosen. */
  card: 'choice-card',
  pill: 'choice-pill',
} as const;

interface ChoiceProps extends ComponentProps<'input'> {
  type: 'checkbox' | 'radio';
  variant?: keyof typeof styles;
}

/** A box or a radio button with its label. */
export const Choice = ({ variant = 'line', className = '', children, ...input }: ChoiceProps) => (
  <label htmlFor={input.id} className={`${styles[variant]} ${className}`}>
    <input {...input} className={`size-5 shrink-0 accent-gulf ${variant === 'card' ? 'mt-0.5' : ''}`} />
    {children}
  </label>
);
