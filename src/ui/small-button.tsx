import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { BaseButton, type ButtonProps } from './base-button.tsx';

const base =
  'inline-flex min-h-10 max-sm:min-h-11 shrink-0 items-center justify-center gap-2 rounded-lg border px-3 py-1.5 text-sm font-semibold whitespace-nowrap transition-colors disabled:cursor-not-allowed disabled:border-dune disabled:bg-sand disabled:text-slate';
const variants = {
  plain: 'border-gulf/35 bg-white text-gulf hover:border-gulf hover:bg-mist',
  strong: 'border-coral bg-coral text-white hover:border-ember hover:bg-ember',
  chosen: 'border-gulf bg-gulf text-white hover:bg-deep',
  /** Deletes or ends something, or opens what does. */
  danger:
    'border-danger/45 bg-white text-danger hover:border-danger hover:bg-danger hover:text-white disabled:text-slate',
  bare: 'border-transparent text-gulf hover:bg-mist',
} as const;

type Variant = { variant?: keyof typeof variants };

export const smallButtonClass = (variant: keyof typeof variants = 'plain', more = ''): string =>
  `${base} ${variants[variant]} ${more}`;

export function SmallButton({ variant, className, ...rest }: ButtonProps & Variant) {
  return <BaseButton {...rest} className={smallButtonClass(variant, className)} />;
}

export function SmallButtonLink({ variant, className, ...rest }: ComponentProps<typeof Link> & Variant) {
  return <Link {...rest} className={smallButtonClass(variant, className)} />;
}

interface IconButtonProps extends ButtonProps {
  label: string;
  /** Whether it opens what deletes something. */
  isDanger?: boolean;
}

export function IconButton({ label, isDanger = false, className = '', ...rest }: IconButtonProps) {
  const color = isDanger ? 'text-danger hover:bg-peach' : 'text-gulf hover:bg-mist hover:text-deep';
  return (
    <BaseButton
      aria-label={label}
      title={label}
      {...rest}
      className={`grid size-9 max-sm:size-11 shrink-0 place-items-center rounded-lg disabled:text-driftwood/60 ${color} ${className}`}
    />
  );
}
