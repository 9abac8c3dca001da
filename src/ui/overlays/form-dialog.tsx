import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { ApiError } from '../../shared/http/api-error.ts';
import { ErrorAlert } from '../alert.tsx';
import { Button } from '../button.tsx';
import { useFocusInvalid } from '../forms/focus-invalid.ts';
import { Dialog, type DialogProps } from './dialog.tsx';

interface FormDialogProps extends Pick<DialogProps, 'title' | 'size' | 'onClose'> {
  /** The fields, and what submitting them does. */
  children: ReactNode;
  submitLabel: string;
  /** The label while the call runs; by default, it does not change. */
  busyLabel?: string;
  closeLabel?: string;
  /** The mutation that submitting starts. */
  call: { isPending: boolean; error: Error | null };
  /** The call that works out the effect first; its error stands among the fields. */
  preview?: { error: Error | null };
  /** A problem that is shown instead of the error's own message, even before anything is sent. */
  problem?: string | undefined;
  /** Help with the error, below it. */
  remedy?: ReactNode;
  canSubmit?: boolean;
  /** Whether submitting deletes something. */
  isDanger?: boolean;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
}

/**
 * A form in a dialog, sent once at a time; it stays open until the owner closes it, with what went wrong at its end, and
 * cannot be closed while its call runs: nobody would read what came of it.
 * The first field that is wrong has the focus, and what is wrong with it is in view.
 */
export function FormDialog({ title, size, onClose, children, call, problem, ...form }: FormDialogProps) {
  const id = useId();
  const { submitLabel, busyLabel = submitLabel, closeLabel = 'Back', canSubmit = true } = form;
  const { isPending, error } = call;
  const fields = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  useFocusInvalid(fields, attempts, error, form.preview?.error ?? null);
  const message = problem ?? error?.message;
  const close = () => {
    if (!isPending) onClose();
  };
  return (
    <Dialog
      title={title}
      onClose={close}
      size={size}
      footer={
        <>
          <Button variant="quiet" disabled={isPending} onClick={close}>
            {closeLabel}
          </Button>
          <Button
            type="submit"
            form={id}
            variant={form.isDanger ? 'danger' : 'primary'}
            disabled={!canSubmit || isPending}
          >
            {isPending ? busyLabel : submitLabel}
          </Button>
        </>
      }
    >
      <form
        ref={fields}
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!canSubmit || isPending) return;
          setAttempts(attempts + 1);
          form.onSubmit(event);
        }}
        className="grid grid-cols-[minmax(0,1fr)] gap-4 wrap-anywhere"
      >
        {children}
        {message !== undefined && <ErrorAlert>{message}</ErrorAlert>}
        {error && form.remedy}
      </form>
    </Dialog>
  );
}

/** The server's message for each field that it rejected. */
export const fieldErrors = (error: Error | null): Record<string, string> =>
  error instanceof ApiError ? error.fields : {};
