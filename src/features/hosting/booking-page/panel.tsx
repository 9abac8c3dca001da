import { type ReactNode, type RefObject, useId } from 'react';

interface PanelProps {
  title: string;
  /** The heading, which may take the focus. */
  heading?: RefObject<HTMLHeadingElement | null>;
  children: ReactNode;
}

export function Panel({ title, heading, children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-2xl border border-dune bg-white p-4 sm:p-6">
      <h2 id={id} ref={heading} tabIndex={heading && -1} className="mb-3 scroll-mt-20 text-xl text-deep">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** A name and its value; renders nothing for an empty value. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) =>
  children ? (
    <div className="grid gap-x-4 py-1.5 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="text-sm text-slate sm:text-base">{label}</dt>
      <dd className="min-w-0 wrap-anywhere text-ink">{children}</dd>
    </div>
  ) : null;
