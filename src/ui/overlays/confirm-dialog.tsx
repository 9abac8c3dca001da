import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmProps {
  title: string;
  children: ReactNode;
  yes: string;
  no?: string;
  busy?: boolean;
  onYes(): void;
  onNo(): void;
}

/** Cancel has the focus. */
export function Confirm({ title, children, yes, no = 'Cancel', busy = false, onYes, onNo }: ConfirmProps) {
  return (
    <Dialog
      title={title}
      role="alertdialog"
      size="small"
      onClose={onNo}
      footer={
        <>
          <Button variant="quiet" onClick={onNo} data-autofocus>
            {no}
          </Button>
          <Button disabled={busy} onClick={onYes}>
            {yes}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
