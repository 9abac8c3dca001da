import { Note } from './note.tsx';

/** What went wrong, read out at once. */
export function Failure({ id, children }: { id?: string; children: string }) {
  return (
    <Note id={id} failed role="alert">
      {children}
    </Note>
  );
}
