import { CircleAlert, CircleCheck } from 'lucide-react';

interface NoteProps {
  failed?: boolean;
  id?: string;
  /** Without one, the live region it stands in reads it out. */
  role?: 'alert';
  children: string;
}

/** How something went: in green that it worked, in red that it did not. */
export function Alert({ failed, id, role, children }: NoteProps) {
  const [Icon, colors] = failed
    ? [CircleAlert, 'border-danger/30 bg-danger/8 text-danger']
    : [CircleCheck, 'border-leaf/30 bg-leaf/8 text-leaf'];
  return (
    <p id={id} role={role} className={`flex gap-3 rounded-xl border p-4 font-medium wrap-anywhere ${colors}`}>
      <Icon aria-hidden="true" className="shrink-0" />
      {children}
    </p>
  );
}

/** What went wrong, read out at once. */
export function ErrorAlert({ id, children }: { id?: string; children: string }) {
  return (
    <Alert id={id} failed role="alert">
      {children}
    </Alert>
  );
}
