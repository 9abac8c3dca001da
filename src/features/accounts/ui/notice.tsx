import { CircleAlert } from 'lucide-react';

/** What went wrong, read out at once. */
export function Failure({ id, children }: { id?: string; children: string }) {
  return (
    <p
      id={id}
      role="alert"
      className="flex gap-3 rounded-xl border border-danger/30 bg-danger/8 p-4 font-medium wrap-anywhere text-danger"
    >
      <CircleAlert aria-hidden="true" className="shrink-0" />
      {children}
    </p>
  );
}
