import type { ReactNode } from 'react';
import { BeachIllustration, type variant } from './beach-illustration.tsx';

interface CheckoutFrameProps {
  mood: variant;
  title: string;
  lead: ReactNode;
  children: ReactNode;
}

/** How every page after the payment page looks: what became of it, then what can be done now. */
export function CheckoutFrame({ mood, title, lead, children }: CheckoutFrameProps) {
  return (
    <div className="page-width pt-12 pb-20 sm:pt-16 sm:pb-28">
      <header className="mx-auto flex max-w-2xl flex-col items-center text-center">
        <BeachIllustration mood={mood} className="w-48 sm:w-56" />
        <h1 className="mt-6 text-4xl text-deep sm:text-5xl">{title}</h1>
        <div className="mt-4 text-lg text-slate sm:text-xl">{lead}</div>
      </header>
      <div className="mx-auto mt-10 flex max-w-4xl flex-col gap-6 sm:mt-14">{children}</div>
    </div>
  );
}

interface PanelProps {
  title: string;
  /** `card` for what the page is about, `sea` and `sand` for what stands beside it. */
  look?: keyof typeof looks;
  children: ReactNode;
}

const looks = { card: 'bg-white shadow-card', sea: 'bg-mist', sand: 'bg-sand' } as const;

export function Panel({ title, look = 'card', children }: PanelProps) {
  return (
    <section className={`rounded-3xl p-6 sm:p-9 ${looks[look]}`}>
      <h2 className="mb-3 text-2xl text-deep">{title}</h2>
      <div className="text-ink">{children}</div>
    </section>
  );
}

/** Two panels beside each other, where there is room. */
export function SideBySide({ children }: { children: ReactNode }) {
  return <div className="grid gap-6 md:grid-cols-2">{children}</div>;
}

/** The ways on from here, the most likely one first. */
export function WaysOn({ children }: { children: ReactNode }) {
  return <div className="mt-4 flex flex-col flex-wrap justify-center gap-3 sm:flex-row">{children}</div>;
}
