import { type ReactNode, useId } from 'react';

export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-2xl border border-dune bg-white p-4 sm:p-6">
      <h2 id={id} className="mb-3 text-xl text-deep">
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
