import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { ApiError } from '../../../shared/http/api-error.ts';
import { ErrorAlert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../admin/shell/dialog.tsx';
import type { HostedDetail } from '../../bookings/hosting/read-booking.server.ts';
import { fetchAgain, showChanged } from '../bookings/queries.ts';

export interface ActionDialogProps {
  booking: HostedDetail;
  onClose(): void;
  /** @param text what was done, in words */
  onDone(text: string): void;
}

/** Carries an action out; the booking is shown as it left it, also where it was rejected because something had changed. */
export function useDecision({ booking: { code }, onDone }: ActionDialogProps) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ act }: { act(): Promise<HostedDetail>; done: string }) => act(),
    onSuccess: (detail, { done }) => {
      showChanged(client, detail);
      onDone(done);
    },
    onError: () => void fetchAgain(client, code),
  });
}

interface DecisionDialogProps {
  title: string;
  /** What will happen, and which mail is sent. */
  children: ReactNode;
  submitLabel: string;
  busyLabel: string;
  decision: ReturnType<typeof useDecision>;
  onSubmit(): void;
  onClose(): void;
}

export function DecisionDialog(props: DecisionDialogProps) {
  const { title, children, submitLabel, busyLabel, decision, onSubmit, onClose } = props;
  const form = useId();
  const { isPending, error } = decision;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button look="quiet" onClick={onClose}>
            Back
          </Button>
          <Button type="submit" form={form} disabled={isPending}>
            {isPending ? busyLabel : submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) onSubmit();
        }}
        className="grid gap-4"
      >
        {children}
        {error && <ErrorAlert>{error.message}</ErrorAlert>}
      </form>
    </Dialog>
  );
}

/** The server's words about one field. */
export const fieldError = (error: Error | null, name: string): string =>
  (error instanceof ApiError && error.fields[name]) || '';

interface TextAreaProps {
  label: string;
  hint?: string;
  value: string;
  maxLength: number;
  problem?: string;
  change(text: string): void;
}

/** Several lines of text. */
export function TextArea({ label, hint, value, maxLength, problem = '', change }: TextAreaProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="block font-semibold text-ink">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-slate">
          {hint}
        </p>
      )}
      <textarea
        id={id}
        rows={4}
        value={value}
        maxLength={maxLength}
        aria-describedby={
          [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ') || undefined
        }
        aria-invalid={problem !== '' || undefined}
        onChange={(event) => change(event.target.value)}
        className="mt-1.5 w-full rounded-xl border border-driftwood/70 bg-white px-4 py-2.5 text-base text-ink aria-invalid:border-danger"
      />
      {problem && (
        <p id={`${id}-problem`} role="alert" className="mt-1 text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}

export const maxReasonLength = 1000;
