import { Check, Mail, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { BeachIllustration, type BeachVariant } from '../../../ui/beach-illustration.tsx';
import { MailAddress } from '../../../ui/mail-address.tsx';
import { useSiteSettings } from '../../../ui/use-site-settings.ts';

interface CheckoutLayoutProps {
  variant: BeachVariant;
  title: string;
  lead: ReactNode;
  children: ReactNode;
}

export function CheckoutLayout({ variant, title, lead, children }: CheckoutLayoutProps) {
  return (
    <div className="page-width pt-12 pb-20 sm:pt-16 sm:pb-28">
      <header className="mx-auto flex max-w-2xl flex-col items-center text-center">
        <BeachIllustration variant={variant} className="w-48 sm:w-56" />
        <h1 className="mt-6 text-4xl text-deep sm:text-5xl">{title}</h1>
        <div className="mt-4 text-lg text-balance text-slate sm:text-xl">{lead}</div>
      </header>
      <div className="mx-auto mt-10 flex max-w-4xl flex-col gap-6 sm:mt-14">{children}</div>
    </div>
  );
}

interface PanelProps {
  title: string;
  variant?: keyof typeof panelClasses;
  children: ReactNode;
}

const panelClasses = { card: 'bg-white shadow-card', sea: 'bg-mist', sand: 'bg-sand' } as const;

export function Panel({ title, variant = 'card', children }: PanelProps) {
  return (
    <section className={`rounded-3xl p-6 sm:p-9 ${panelClasses[variant]}`}>
      <h2 className="mb-3 text-2xl text-deep">{title}</h2>
      <div className="text-ink">{children}</div>
    </section>
  );
}

export function SideBySide({ children }: { children: ReactNode }) {
  return <div className="grid gap-6 md:grid-cols-2">{children}</div>;
}

export function PageActions({ children }: { children: ReactNode }) {
  return <div className="mt-4 flex flex-col flex-wrap justify-center gap-3 sm:flex-row">{children}</div>;
}

export function BulletList({ items }: { items: readonly string[] }) {
  return (
    <ul className="flex flex-col gap-3">
      {items.map((item) => (
        <li key={item} className="flex gap-3">
          <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-lagoon" />
          {item}
        </li>
      ))}
    </ul>
  );
}

const linkClass =
  'inline-flex min-h-11 max-w-full items-center gap-3 py-1.5 font-semibold wrap-anywhere text-gulf underline decoration-gulf/40 underline-offset-4 hover:text-deep hover:decoration-deep';

export function ContactLinks({ className = '' }: { className?: string }) {
  const { phone, phoneHref, email } = useSiteSettings();
  return (
    <ul className={className}>
      <li>
        <a href={phoneHref} className={linkClass}>
          <Phone aria-hidden="true" className="size-5 shrink-0" />
          <span className="unseen">Call </span>
          {phone}
        </a>
      </li>
      <li>
        <a href={`mailto:${email}`} className={linkClass}>
          <Mail aria-hidden="true" className="size-5 shrink-0" />
          <span className="unseen">Write to </span>
          <MailAddress>{email}</MailAddress>
        </a>
      </li>
    </ul>
  );
}
