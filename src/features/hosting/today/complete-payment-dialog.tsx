import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Field } from '../../../ui/forms/field.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { unknownPayment as unknownPaymentCalls } from './calls.ts';
import { todayQuery } from './queries.ts';
import type { Task } from './task.ts';
import { maxNoteLength } from './today.ts';

/**
 * Confirms that hosts have settled a payment whose booking or purchase is lost: booked or provided it again, or
 * refunded it. The task then leaves Today for all hosts.
 */
export function CompletePaymentDialog({
  task: { title, unknownPayment = '' },
  onClose,
  onDone,
}: {
  task: Task;
  onClose(): void;
  onDone(text: string): void;
}) {
  const client = useQueryClient();
  const [note, setNote] = useState('');
  const call = useMutation({
    mutationFn: () => unknownPaymentCalls.complete({ id: unknownPayment, json: { note: note.trim() } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: todayQuery.queryKey });
      onDone('Marked as done.');
    },
  });
  return (
    <FormDialog
      title="Is this payment dealt with?"
      submitLabel="Mark as done"
      busyLabel="Saving…"
      call={call}
      onClose={onClose}
      onSubmit={() => call.mutate()}
    >
      <p className="font-semibold text-ink wrap-anywhere">{title}</p>
      <p>
        It leaves Today for all hosts, and your name and the time are saved with it. No money moves, and no
        mail is sent.
      </p>
      <Field
        label="What was done"
        hint="Such as the code of the new booking. Only hosts read it. It may stay empty."
      >
        {(control) => (
          <textarea
            {...control}
            rows={4}
            maxLength={maxNoteLength}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
