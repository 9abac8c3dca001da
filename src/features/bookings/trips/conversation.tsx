import { useLayoutEffect, useRef, useState } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import { formatDateTime } from '../../../shared/dates.ts';
import type { Result } from '../../../shared/result.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Choice } from '../../../ui/forms/choice.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { useFormSubmit } from '../../../ui/forms/use-form-submit.ts';
import type { TripMessage } from '../messages/trip-message.ts';
import type { Trip } from '../record/trip.schema.server.ts';
import { pathOfTrip } from '../record/trip.ts';
import { readMessageDraft, writeMessageDraft } from './message-draft.ts';
import {
  type MessageKind,
  messageFormId,
  readMessage,
  sendMessage,
  type TypedMessage,
  type UnsentMessage,
} from './submit-message.ts';

export interface ConversationProps {
  trip: Trip;
  messages: Result<TripMessage[]>;
  unsent: UnsentMessage | null;
}

/** The messages of the guest and the hosts, and a form for a new one, which works without scripts. */
export function Conversation({ trip, messages, unsent }: ConversationProps) {
  const list = 'value' in messages ? messages.value : [];
  const [openedAt] = useState(() => Date.parse(trip.now ?? '') || 0);
  // A conversation that cannot be read counts by its time: an earlier message with the same text must not be taken for this one.
  const count = 'value' in messages ? list.length : openedAt;
  const canWrite = trip.can.includes('message') || trip.can.includes('askForChange');
  return (
    <div id="messages" className="scroll-mt-24">
      {'failure' in messages && <Alert failed>{messages.failure}</Alert>}
      {list.length > 0 && (
        <ol aria-label="Messages" className="mb-6 grid gap-3">
          {list.map((message) => (
            <MessageBubble key={message.id} message={message} />
          ))}
        </ol>
      )}
      {canWrite && (
        <MessageForm
          key={trip.code}
          code={trip.code}
          email={trip.email}
          can={trip.can}
          path={pathOfTrip(trip)}
          count={count}
          lastSent={list.findLast(({ isFromHosts }) => !isFromHosts)?.text}
          unsent={unsent}
        />
      )}
    </div>
  );
}

interface UnsentMessageFormProps extends Pick<MessageFormProps, 'code' | 'path'> {
  unsent: UnsentMessage;
}

/** The form without its booking, while that cannot be loaded. */
export const UnsentMessageForm = ({ unsent, ...form }: UnsentMessageFormProps) => (
  <MessageForm
    {...form}
    can={[unsent.kind === 'change' ? 'askForChange' : 'message']}
    count={unsent.count}
    unsent={unsent}
  />
);

const MessageBubble = ({ message: { isFromHosts, isChange, text, at } }: { message: TripMessage }) => (
  <li
    className={`max-w-[52ch] rounded-2xl px-4 py-3 ${isFromHosts ? 'mr-6 justify-self-start bg-mist' : 'ml-6 justify-self-end bg-sand'}`}
  >
    <p className="text-sm font-semibold text-deep">
      {isFromHosts ? 'Your hosts' : isChange ? 'You asked for a change' : 'You'}
    </p>
    <p className="mt-0.5 whitespace-pre-line wrap-anywhere text-ink">{text}</p>
    <p className="mt-1 text-sm text-slate">{formatDateTime(at)}</p>
  </li>
);

const kinds: { kind: MessageKind; needs: 'message' | 'askForChange'; label: string; hint: string }[] = [
  { kind: 'message', needs: 'message', label: 'Message the hosts', hint: 'What would you like to know?' },
  {
    kind: 'change',
    needs: 'askForChange',
    label: 'Ask for a change',
    hint: 'Which dates, how many guests, or which home would you like instead?',
  },
];

function useMessageForm({ code, lastSent, unsent }: Pick<MessageFormProps, 'code' | 'lastSent' | 'unsent'>) {
  const [kind, setKind] = useState<MessageKind>(unsent?.kind ?? 'message');
  const [text, setText] = useState(unsent?.typed ?? '');
  const field = useRef<HTMLTextAreaElement>(null);
  /** The form takes over input from before hydration, which no state holds. */
  function take(form: FormData): TypedMessage {
    const message = readMessage(form);
    setText(message.text);
    setKind(message.kind);
    return message;
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, at hydration
  useLayoutEffect(() => {
    if (!field.current?.form) return;
    const typed = take(new FormData(field.current.form));
    const draft = readMessageDraft(code);
    // The response to a message that was sent may have been lost.
    const isSent = draft.text.trim() === lastSent?.trim();
    if (typed.text !== '' || draft.text === '' || isSent) return writeMessageDraft(code, typed);
    setText(draft.text);
    setKind(draft.kind);
  }, []);
  const wasSent = useSearchParams()[0].has('sent');
  /** What was sent last; the note disappears when another kind is chosen, even before hydration. */
  const [sentKind, setSentKind] = useState(wasSent && !unsent ? kind : null);
  const { revalidate } = useRevalidator();
  const form = useFormSubmit(unsent?.failure ?? '', async (form) => {
    const typed = take(form);
    setSentKind(null);
    await sendMessage(form, code);
    setText((now) => (now === typed.text ? '' : now));
    if (readMessageDraft(code).text === typed.text) writeMessageDraft(code, { ...typed, text: '' });
    setSentKind(typed.kind);
    void revalidate();
  });
  const chooseKind = (next: MessageKind) => {
    setKind(next);
    setSentKind(null);
    writeMessageDraft(code, { text, kind: next });
  };
  const changeText = (next: string) => {
    setText(next);
    writeMessageDraft(code, { text: next, kind });
  };
  return { field, kind, chooseKind, text, changeText, isSent: sentKind === kind, ...form };
}

interface MessageFormProps extends Pick<Trip, 'code' | 'can'> {
  /** The address to which the hosts' replies are mailed; '' for a guest without one. */
  email?: string;
  /** The path of the page with the form. */
  path: string;
  /** The number of messages so far. */
  count: number;
  /** The guest's last message. */
  lastSent?: string | undefined;
  unsent: UnsentMessage | null;
}

function MessageForm({ code, email, can, path, count, lastSent, unsent }: MessageFormProps) {
  const { field, kind, chooseKind, text, changeText, problem, isSent, sending, submit } = useMessageForm({
    code,
    lastSent,
    unsent,
  });
  const offered = kinds.filter(({ needs }) => can.includes(needs));
  const hint = offered.find((one) => one.kind === kind)?.hint ?? offered[0]?.hint;
  return (
    <form
      id={messageFormId}
      method="post"
      action={`${path}#${messageFormId}`}
      onSubmit={submit}
      className="grid scroll-mt-24 gap-4"
    >
      <input type="hidden" name="count" value={count} />
      <fieldset className={offered.length > 1 ? 'flex flex-wrap gap-2' : 'hidden'}>
        <legend className="unseen">What do you write about?</legend>
        {offered.map(({ kind: value, label }) => (
          <Choice
            key={value}
            type="radio"
            variant="pill"
            name="kind"
            value={value}
            checked={kind === value}
            onChange={() => chooseKind(value)}
          >
            {label}
          </Choice>
        ))}
      </fieldset>
      <Field id="message-text" label={hint}>
        {(control) => (
          <textarea
            {...control}
            ref={field}
            name="text"
            rows={4}
            required
            maxLength={5000}
            value={text}
            onChange={(event) => changeText(event.target.value)}
          />
        )}
      </Field>
      <div aria-live="polite" className="-mt-4 not-empty:mt-0">
        {problem && <Alert failed>{problem}</Alert>}
        {isSent && <Alert>{`Sent. The hosts answer here${email === '' ? '' : ' and by mail'}.`}</Alert>}
      </div>
      <Button
        type="submit"
        variant="secondary"
        disabled={!!sending}
        className="w-full sm:w-auto sm:justify-self-start"
      >
        {sending ? 'Sending…' : 'Send to the hosts'}
      </Button>
    </form>
  );
}
