import type { ReactNode, Ref } from 'react';

interface TitledPanelProps {
  id: string;
  title: string;
  lead?: string;
  variant?: keyof typeof variants;
  /** The heading can take the focus of an element that disappears. */
  headingRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

const variants = { card: 'bg-white shadow-card', sand: 'bg-sand' } as const;

export function TitledPanel({ id, title, lead, variant = 'card', headingRef, children }: TitledPanelProps) {
  return (
    <section aria-labelledby={id} className={`rounded-3xl p-6 sm:p-9 ${variants[variant]}`}>
      <h2 ref={headingRef} id={id} tabIndex={-1} className="text-2xl text-deep sm:text-3xl">
        {title}
      </h2>
      {lead && <p className="mt-2 text-slate">{lead}</p>}
      <div className="mt-5">{children}</div>
    </section>
  );
}
