import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface NoticeProps {
  icon: LucideIcon;
  title: string;
  level?: 'h1' | 'h2';
  children?: ReactNode;
  actions?: ReactNode;
}

/** Stands in place of rows: why there are none, and what helps. */
export function Notice({ icon: Icon, title, level: Heading = 'h2', children, actions }: NoticeProps) {
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col items-center gap-3 px-6 py-10 text-center sm:py-16">
      <span className="grid size-14 place-items-center rounded-full bg-mist text-gulf">
        <Icon aria-hidden="true" className="size-7" />
      </span>
      <Heading className="text-2xl text-deep sm:text-3xl">{title}</Heading>
      <div className="grid gap-2 text-slate wrap-anywhere">{children}</div>
      {actions && <div className="mt-3 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  );
}
