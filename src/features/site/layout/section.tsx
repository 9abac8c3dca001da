import type { ReactNode } from 'react';

interface SectionProps {
  id: string;
  title: string;
  kicker?: string;
  intro?: string;
  className?: string;
  children: ReactNode;
}

export function Section({ id, title, kicker, intro, className = '', children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={`py-16 sm:py-24 ${className}`}>
      <div className="page-width">
        <header className="mb-10 max-w-2xl sm:mb-14">
          {kicker && (
            <p className="mb-3 text-sm font-semibold tracking-[0.14em] text-gulf uppercase">{kicker}</p>
          )}
          <h2 id={`${id}-title`} className="text-3xl text-deep sm:text-4xl lg:text-5xl">
            {title}
          </h2>
          {intro && <p className="mt-4 text-lg text-slate">{intro}</p>}
        </header>
        {children}
      </div>
    </section>
  );
}
