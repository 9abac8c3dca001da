import type { ReactNode } from 'react';
import { BeachIllustration } from './beach-illustration.tsx';

/** The view of a page whose data could not be had: what happened, and where to go from here. */
export function PageError({ message, children }: { message: string; children: ReactNode }) {
  return (
    <section className="page-width flex flex-col items-center gap-5 py-20 text-center sm:py-28">
      <BeachIllustration mood="grey" className="w-56" />
      <h1 className="text-4xl text-deep sm:text-5xl">Oops! Something went wrong</h1>
      <p role="alert" className="max-w-md text-lg wrap-anywhere text-slate">
        {message}
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">{children}</div>
    </section>
  );
}
