import type { ReactNode } from 'react';

export function BlogLayout({ controls, children }: { controls?: ReactNode; children: ReactNode }) {
  return (
    <div className="page-width pt-12 pb-20 sm:pt-20 sm:pb-28">
      <header className="flex flex-col items-start gap-6 lg:flex-row lg:items-end lg:justify-between">
        <div className="max-w-3xl">
          <p className="mb-3 text-sm font-semibold tracking-[0.14em] text-gulf uppercase">Beach blog</p>
          <h1 className="text-4xl text-deep sm:text-5xl lg:text-6xl">Panama City Beach Blog</h1>
          <p className="mt-5 max-w-2xl text-lg text-slate sm:text-xl">
            Quiet beaches, good shrimp, and what to pack: local tips and stories for your stay, from the
            people who live here.
          </p>
        </div>
        {controls}
      </header>
      <div className="mt-10 sm:mt-14">{children}</div>
    </div>
  );
}
