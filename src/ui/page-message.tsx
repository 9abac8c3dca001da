import type { ReactNode } from 'react';

interface PageMessageProps {
  title: string;
  text: string;
  /** Whether the text is announced, because the page had begun to load. */
  isAlert?: boolean;
  /** What a person can do now. */
  children: ReactNode;
}

/** A page that has nothing but a message: the sea, what happened, and where to go. */
export const PageMessage = ({ title, text, isAlert = false, children }: PageMessageProps) => (
  <section className="page-width flex flex-col items-center gap-5 py-20 text-center sm:py-28">
    <svg viewBox="0 0 220 90" aria-hidden="true" className="w-56 max-w-full">
      <circle cx="110" cy="42" r="26" className="fill-sun" />
      <path d="M0 56c18-14 37-14 55 0s37 14 55 0 37-14 55 0 37 14 55 0v34H0z" className="fill-glass" />
      <path d="M0 70c18-14 37-14 55 0s37 14 55 0 37-14 55 0 37 14 55 0v20H0z" className="fill-lagoon/70" />
    </svg>
    <h1 className="text-4xl text-deep sm:text-5xl">{title}</h1>
    <p
      role={isAlert ? 'alert' : undefined}
      className="max-w-md text-lg text-balance wrap-anywhere text-slate"
    >
      {text}
    </p>
    <div className="mt-2 grid w-full max-w-xs gap-3 sm:flex sm:max-w-none sm:flex-wrap sm:justify-center">
      {children}
    </div>
  </section>
);
