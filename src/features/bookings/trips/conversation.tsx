import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import { formatDateTime } from '../../../shared/dates.ts';
import { ApiError } from '../../../shared/http/api-error.ts';
import type { Result } from '../../../shared/result.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { textHash } from '../checkout/request-key.ts';
import type { TripMessage } from '../messages/trip-message.ts';
import type { Trip } from '../record/trip.schema.server.ts';
import { pathOfTrip } from '../record/trip.ts';
import { tripMessages } from './calls.ts';

type Kind = 'message' | 'change';

/** What was typed and could not be sent without scripts. */
export interface UnsentMessage {
  typed: string;
  kind: Kind;
  failure: string;
}

export interface ConversationProps {
  trip: Trip;
  messages: Result<TripMessage[]>;
  unsent: UnsentMessage | null;
}

/** The same for every attempt at one message, whatever sends it. */
export const messageKey = (code: string, count: number, text: string): string =>
  `${code}-${count}-${textHash(text)}`;

/** What the guest and the hosts wrote, and a form to write more, which works without scripts. */
export function Conversation({ trip, messages, unsent }: ConversationProps) {
  const list = 'value' in messages ? messages.value : [];
  const [openedAt] = useState(() => Date.parse(trip.now ?? '') || 0);
  // Of a conversation that cannot be read: no earlier message with the same text must stand for this one.
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
      {canWrite && <MessageForm {...{ trip, count, unsent }} />}
    </div>
  );
}

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

const kinds: { kind: Kind; needs: 'message' | 'askForChange'; label: string; hint: string }[] = [
  { kind: 'message', needs: 'message', label: 'Message the hosts', hint: 'What would you like to know?' },
  {
    kind: 'change',
    needs: 'askForChange',
    label: 'Ask for a change',
    hint: 'Which dates, how many guests, or which home would you like instead?',
  },
];

export const chosenKind = (form: FormData): Kind => (form.get('kind') === 'change' ? 'change' : 'message');

function useMessageForm({ code }: Trip, count: number, unsent: UnsentMessage | null) {
  const [kind, setKind] = useState<Kind>(unsent?.kind ?? 'message');
  const [text, setText] = useState(unsent?.typed ?? '');
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    // Takes over what was typed and chosen before hydration.
    if (field.current?.value) setText(field.current.value);
    if (field.current?.form) setKind(chosenKind(new FormData(field.current.form)));
  }, []);
  const [problem, setProblem] = useState(unsent?.failure ?? '');
  const wasSent = useSearchParams()[0].has('sent') && unsent === null;
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>(wasSent ? 'sent' : 'idle');
  const { revalidate } = useRevalidator();
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // The form itself: what was typed before the scripts came is in no state.
    const form = new FormData(event.currentTarget);
    const typed = String(form.get('text') ?? '');
    const chosen = chosenKind(form);
    setText(typed);
    setKind(chosen);
    setState('sending');
    setProblem('');
    try {
      const json = { text: typed, kind: chosen };
      await tripMessages.send({ code, json, idempotencyKey: messageKey(code, count, typed) });
      setText((now) => (now === typed ? '' : now));
      setState('sent');
      await revalidate();
    } catch (error) {
      setState('idle');
      setProblem(error instanceof ApiError ? error.message : 'That did not work. Please try again.');
    }
  }
  return { field, kind, setKind, text, setText, problem, state, send };
}

function MessageForm({ trip, count, unsent }: { trip: Trip; count: number; unsent: UnsentMessage | null }) {
  const { field, kind, setKind, text, setText, problem, state, send } = useMessageForm(trip, count, unsent);
  const offered = kinds.filter(({ needs }) => trip.can.includes(needs));
  const hint = offered.find((one) => one.kind === kind)?.hint ?? offered[0]?.hint;
  return (
    <form method="post" action={`${pathOfTrip(trip)}#messages`} onSubmit={send} className="grid gap-4">
      <input type="hidden" name="count" value={count} />
      <fieldset className="flex flex-wrap gap-2">
        <legend className="unseen">What do you write about?</legend>
        {offered.map(({ kind: value, label }) => (
          <label
            key={value}
            className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-full border border-gulf/35 px-4 font-semibold text-gulf has-checked:border-gulf has-checked:bg-mist"
          >
            <input
              type="radio"
              name="kind"
              value={value}
              checked={kind === value}
              onChange={() => setKind(value)}
              className="size-4.5 accent-gulf"
            />
            {label}
          </label>
        ))}
      </fieldset>
      <div>
        <label htmlFor="message-text" className="mb-1.5 block font-semibold text-ink">
          {hint}
        </label>
        <textarea
          ref={field}
          id="message-text"
          name="text"
          rows={4}
          required
          maxLength={5000}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="w-full rounded-xl border border-driftwood/70 bg-white px-4 py-2.5 text-base text-ink"
        />
      </div>
      <div aria-live="polite" className="-mt-4 not-empty:mt-0">
        {problem && <Alert failed>{problem}</Alert>}
        {state === 'sent' && <Alert>Sent. The hosts answer here and by mail.</Alert>}
      </div>
      <Button
        type="submit"
        variant="secondary"
        disabled={state === 'sending'}
        className="w-full sm:w-auto sm:justify-self-start"
      >
        {state === 'sending' ? 'Sending…' : 'Send to the hosts'}
      </Button>
    </form>
  );
}
