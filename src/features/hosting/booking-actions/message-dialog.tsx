import { useState } from 'react';
import { ApiError } from '../../../shared/http/api-error.ts';
import { newRequestKey } from '../../../shared/http/request-key.ts';
import { useDraft } from '../../../ui/browser/use-draft.ts';
import { Field } from '../../../ui/forms/field.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { hostedBooking } from '../bookings/calls.ts';
import { type ActionDialogProps, useDecision } from './use-decision.ts';

const maxMessageLength = 5000;

export function MessageDialog(props: ActionDialogProps) {
  const { code, name, email } = props.booking;
  const { text, change } = useDraft(`inbox:booking-${code}`);
  // Its key is stored, too, so that a message whose response was lost is sent once, also from a dialog opened again.
  const attempt = useDraft(`inbox:booking-${code}-key`);
  const [problem, setProblem] = useState('');
  const decision = useDecision(props);
  function send() {
    if (text.trim() === '') return setProblem('Please write what the guest should read');
    setProblem('');
    decision.mutate({
      act: async () => {
        const key = attempt.text || newRequestKey();
        attempt.change(key);
        const sent = await hostedBooking
          .message({ code, json: { text: text.trim() }, idempotencyKey: key })
          .catch((error: unknown) => {
            if (error instanceof ApiError && error.status === 409) attempt.change('');
            throw error;
          });
        attempt.change('');
        change('');
        return sent;
      },
      done: `Sent to ${name}.`,
    });
  }
  return (
    <FormDialog
      title={`Write to ${name}`}
      submitLabel="Send the message"
      busyLabel="Sending…"
      call={decision}
      onClose={props.onClose}
      onSubmit={send}
    >
      <Field label="Message" problem={problem}>
        {(control) => (
          <textarea
            {...control}
            rows={4}
            maxLength={maxMessageLength}
            value={text}
            onChange={({ target }) => change(target.value)}
          />
        )}
      </Field>
      <p className="text-slate">{`Mail to ${email}, in these words with the facts of the stay. The answer comes to the hosts, and the message stands in the history.`}</p>
    </FormDialog>
  );
}
