import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { BaseButton, type ButtonProps } from './base-button.tsx';

const base =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-full px-6 py-2.5 text-center text-base font-semibold transition-colors duration-200 disabled:cursor-not-allowed';

const variants = {
  primary: 'bg-coral text-white hover:bg-ember disabled:bg-dune disabled:text-slate',
  secondary: 'bg-gulf text-white hover:bg-deep disabled:bg-dune disabled:text-slate',
  danger:
    'border border-danger bg-white text-danger hover:bg-danger hover:text-white disabled:border-dune disabled:text-slate',
  quiet:
    'border border-gulf/35 bg-white text-gulf hover:border-gulf hover:bg-mist disabled:border-dune disabled:text-slate',
} as const;

export type ButtonVariant = keyof typeof variants;

/** The classes of links and other elements that look like buttons. */
export const buttonClass = (variant: ButtonVariant = 'primary', more = ''): string =>
  `${base} ${variants[variant]} ${more}`;

export function Button({ variant, className, ...rest }: ButtonProps & { variant?: ButtonVariant }) {
  return <BaseButton {...rest} className={buttonClass(variant, className)} />;
}

export function ButtonLink({
  variant,
  className,
  ...rest
}: ComponentProps<typeof Link> & { variant?: ButtonVariant }) {
  return <Link {...rest} className={buttonClass(variant, className)} />;
}
