import type { ReactNode } from 'react';

interface LoginLayoutProps {
  title: string;
  subtitle: string;
  children?: ReactNode;
}

export function LoginLayout({ title, subtitle, children }: LoginLayoutProps) {
  return (
    <div className="page-width flex justify-center pt-10 pb-20 sm:pt-16 sm:pb-28">
      <section className="w-full max-w-md overflow-hidden rounded-3xl bg-white shadow-card">
        <Horizon />
        <div className="p-6 sm:p-9">
          <h1 className="text-center text-3xl text-deep sm:text-4xl">{title}</h1>
          <p className="mt-3 mb-8 text-center text-lg text-slate" role="status">
            {subtitle}
          </p>
          {children}
        </div>
      </section>
    </div>
  );
}

function Horizon() {
  return (
    <svg viewBox="0 0 448 104" aria-hidden="true" className="block w-full bg-peach">
      <circle cx="224" cy="62" r="30" className="fill-sun" />
      <path
        d="M0 72c19-13 37-13 56 0s37 13 56 0 37-13 56 0 37 13 56 0 37-13 56 0 37 13 56 0 37-13 56 0 37 13 56 0v32H0z"
        className="fill-glass"
      />
      <path
        d="M-28 86c19-13 37-13 56 0s37 13 56 0 37-13 56 0 37 13 56 0 37-13 56 0 37 13 56 0 37-13 56 0 37 13 56 0 37-13 56 0v20H-28z"
        className="fill-lagoon"
      />
    </svg>
  );
}
