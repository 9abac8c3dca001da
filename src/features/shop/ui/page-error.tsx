import type { ReactNode } from 'react';
import { BeachIllustration } from './beach-illustration.tsx';

export function PageError({ message, children }: { message: string; children: ReactNode }) {
  return (
    <section className="page-width flex flex-col items-center gap-5 py-20 text-center sm:py-28">
      <BeachIllustration variant="grey" className="w-56" />
      <h1 className="text-4xl text-deep sm:text-5xl">Oops! Something went wrong</h1>
      <p role="alert" className="max-w-md text-lg wrap-anywhere text-slate">
        {message}
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">{children}</div>
    </section>
  );
}
