import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../../shared/http/api-error.ts';
import { newRequestKey } from '../../../shared/http/request-key.ts';
import { Alert } from '../../../ui/alert.tsx';
import { useDraft } from '../../../ui/browser/use-draft.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { maxMessageLength } from '../../inbox/threads/thread.ts';
import { conversation } from './calls.ts';
import type { ThreadDetail } from './contract.server.ts';

interface ReplyBoxProps {
  thread: ThreadDetail;
  onSent(thread: ThreadDetail): void;
  /** Whether there are messages that the host has not seen. */
  onConflict(): void;
}

/** Writes to a guest; what is typed is stored as a draft until it is sent. */
export function ReplyBox({ thread, onSent, onConflict }: ReplyBoxProps) {
  const draft = useDraft(`inbox:${thread.id}`);
  // The key is stored, too, so that a reply whose confirmation was lost is sent once, however late it is repeated.
  const attempt = useDraft(`inbox:${thread.id}-key`);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState('');
  const [wasSent, setWasSent] = useState(false);

  async function send(event: FormEvent) {
    event.preventDefault();
    setSending(true);
    setProblem('');
    setWasSent(false);
    const key = attempt.text || newRequestKey();
    attempt.change(key);
    try {
      const json = { text: draft.text, lastMessageId: thread.messages.at(-1)?.id };
      onSent(await conversation.reply({ id: thread.id, json, idempotencyKey: key }));
      attempt.change('');
      draft.change('');
      setWasSent(true);
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) {
        attempt.change('');
        onConflict();
      }
      setProblem(error instanceof ApiError ? error.message : 'That did not work. Your text is still here.');
    }
    setSending(false);
  }
  const insert = (text: string) => draft.change(draft.text.trim() ? `${draft.text.trim()}\n\n${text}` : text);

  return (
    <form onSubmit={send} aria-label="Answer" className="grid gap-3 border-t border-dune bg-white p-4 sm:p-6">
      <TemplateChoice threadId={thread.id} onChoose={insert} />
      <Field id="reply-text" label={`Your answer to ${thread.guest.name}`}>
        {(control) => (
          <textarea
            {...control}
            rows={6}
            required
            readOnly={isSending}
            maxLength={maxMessageLength}
            value={draft.text}
            onChange={(event) => draft.change(event.target.value)}
            aria-describedby={problem ? 'reply-problem' : undefined}
          />
        )}
      </Field>
      <div aria-live="polite" className="-mt-3 not-empty:mt-0">
        {problem && (
          <Alert id="reply-problem" failed>
            {problem}
          </Alert>
        )}
        {wasSent && draft.text === '' && <Alert>Your answer is on its way by mail.</Alert>}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" disabled={isSending || draft.text.trim() === ''}>
          {isSending ? 'Sending…' : 'Send answer'}
        </Button>
        <p className="text-sm wrap-anywhere text-slate">Goes to {thread.guest.email}</p>
      </div>
    </form>
  );
}

/** Puts a template, filled for this conversation, behind what is typed already. */
function TemplateChoice({ threadId, onChoose }: { threadId: string; onChoose(text: string): void }) {
  const { data: templates = [] } = useQuery({
    queryKey: ['inbox-templates', threadId],
    queryFn: () => conversation.templates({ id: threadId }),
  });
  if (templates.length === 0) return null;
  return (
    <Field id="reply-template" label="Template" size="small">
      {(control) => (
        <select
          {...control}
          value=""
          onChange={(event) => {
            const chosen = templates.find(({ id }) => id === event.target.value);
            if (chosen) onChoose(chosen.text);
          }}
        >
          <option value="">Choose a text…</option>
          {templates.map(({ id, name, problem }) => (
            <option key={id} value={id} disabled={problem !== null}>
              {problem ? `${name} (${problem})` : name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
