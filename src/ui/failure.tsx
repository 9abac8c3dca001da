import { Alert } from './alert.tsx';

/** What went wrong, read out at once. */
export function ErrorAlert({ id, children }: { id?: string; children: string }) {
  return (
    <Alert id={id} failed role="alert">
      {children}
    </Alert>
  );
}
