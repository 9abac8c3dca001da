import { useState } from 'react';
import { hostingClient } from '../../bookings/hosting/client.ts';
import { type ActionDialogProps, DecisionDialog, TextArea, useDecision } from './decision-dialog.tsx';
import { newRequestKey } from './request-key.ts';

const maxMessageLength = 5000;

export function MessageDialog(props: ActionDialogProps) {
  const { code, name, email } = props.booking;
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const [key] = useState(newRequestKey);
  const decision = useDecision(props);
  function send() {
    if (text.trim() === '') return setProblem('Please write what the guest should read');
    setProblem('');
    decision.mutate({ act: () => hostingClient().message(code, text.trim(), key), done: `Sent to ${name}.` });
  }
  return (
    <DecisionDialog
      title={`Write to ${name}`}
      submitLabel="Send the message"
      busyLabel="Sending…"
      decision={decision}
      onClose={props.onClose}
      onSubmit={send}
    >
      <TextArea
        label="Message"
        value={text}
        maxLength={maxMessageLength}
        problem={problem}
        change={setText}
      />
      <p className="text-slate">{`Mail to ${email}, in these words with the facts of the stay. The answer comes to the hosts, and the message stands in the history.`}</p>
    </DecisionDialog>
  );
}
