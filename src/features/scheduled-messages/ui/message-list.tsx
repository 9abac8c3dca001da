import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '../../../shared/dates.ts';
import { Alert, ErrorAlert } from '../../../ui/alert.tsx';
import { SmallButton } from '../../../ui/small-button.tsx';
import { scheduledMessage } from '../calls.ts';
import type { ForecastMessage } from '../contract.server.ts';
import { fetchMessagesAgain } from '../queries.ts';
import { MessageDialog } from './message-dialog.tsx';
import { statusText } from './reason-text.ts';

interface MessageListProps {
  messages: readonly ForecastMessage[];
  /** Whether each leads to its booking. */
  withBooking?: boolean;
}

interface MessageAction {
  verb: 'send' | 'skip';
  message: ForecastMessage;
}

/** Messages that go out by themselves, with what hosts may do with each. */
export function MessageList({ messages, withBooking = false }: MessageListProps) {
  const client = useQueryClient();
  const [opened, setOpened] = useState<string | null>(null);
  const [done, setDone] = useState('');
  const top = useRef<HTMLDivElement>(null);
  const change = useMutation({
    mutationFn: ({ verb, message: { id } }: MessageAction) => scheduledMessage[verb]({ id }),
    onSuccess: async (_, { verb, message: { guest, subject } }) => {
      setOpened(null);
      setDone(verb === 'send' ? `Sent to ${guest}: ${subject}` : `Skipped: ${subject}`);
      await fetchMessagesAgain(client);
      top.current?.focus();
    },
    onError: () => void fetchMessagesAgain(client),
  });
  const openedMessage = messages.find(({ id }) => id === opened);
  return (
    <div ref={top} tabIndex={-1} className="outline-none">
      <div aria-live="polite" className="mb-3 empty:hidden">
        {done && <Alert>{done}</Alert>}
      </div>
      {change.error && !openedMessage && <ErrorAlert>{change.error.message}</ErrorAlert>}
      <ul className="divide-y divide-dune/70">
        {messages.map((message) => (
          <MessageRow
            key={message.id}
            message={message}
            withBooking={withBooking}
            isBusy={change.isPending}
            onRead={() => {
              change.reset();
              setDone('');
              setOpened(message.id);
            }}
            onSkip={() => change.mutate({ verb: 'skip', message })}
            onSend={() => change.mutate({ verb: 'send', message })}
          />
        ))}
      </ul>
      {openedMessage && openedMessage.templateId !== null && (
        <MessageDialog
          message={{ ...openedMessage, templateId: openedMessage.templateId }}
          call={change}
          onSend={() => change.mutate({ verb: 'send', message: openedMessage })}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}

interface MessageRowProps {
  message: ForecastMessage;
  withBooking: boolean;
  isBusy: boolean;
  onRead(): void;
  onSkip(): void;
  onSend(): void;
}

function MessageRow({ message, withBooking, isBusy, onRead, onSkip, onSend }: MessageRowProps) {
  const { subject, rule, guest, home, code, can, templateId, sentAt, dueAt, status } = message;
  const about = `${subject}, to ${guest}`;
  return (
    <li className="grid gap-2 py-3 first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:gap-4">
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold text-ink">{subject}</p>
        <p className="text-sm text-slate">
          {formatDateTime(sentAt ?? dueAt)} · {statusText(message)}
        </p>
        <p className="text-sm text-slate">
          {withBooking && (
            <>
              <Link
                to={`/admin/bookings/${code}`}
                className="font-semibold text-gulf underline underline-offset-2"
              >
                {guest}
              </Link>
              {`, ${home} · `}
            </>
          )}
          {`Rule: ${rule}`}
        </p>
      </div>
      {(can.length > 0 || (templateId !== null && status !== 'sent')) && (
        <div className="flex flex-wrap gap-2">
          {can.includes('skip') && (
            <SmallButton disabled={isBusy} onClick={onSkip} aria-label={`Skip: ${about}`}>
              Skip
            </SmallButton>
          )}
          {templateId === null ? (
            // An arrival mail, whose text cannot be read before.
            <SmallButton disabled={isBusy} onClick={onSend} aria-label={`Send now: ${about}`}>
              Send now
            </SmallButton>
          ) : (
            <SmallButton
              aria-haspopup="dialog"
              onClick={onRead}
              aria-label={`${can.includes('send') ? 'Send now' : 'Read'}: ${about}`}
            >
              {can.includes('send') ? 'Send now' : 'Read'}
            </SmallButton>
          )}
        </div>
      )}
    </li>
  );
}
