import { CircleAlert, CircleCheck } from 'lucide-react';

interface NoteProps {
  failed?: boolean;
  id?: string;
  role?: 'alert';
  children: string;
}

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

export function ErrorAlert({ id, children }: { id?: string; children: string }) {
  return (
    <Alert id={id} failed role="alert">
      {children}
    </Alert>
  );
}
