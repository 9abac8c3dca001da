import { Paperclip } from 'lucide-react';
import { formatDateTime } from '../../../shared/dates.ts';
import type { ThreadDetail } from './contract.server.ts';

type ThreadMessage = ThreadDetail['messages'][number];

const variants = {
  in: 'mr-4 bg-white sm:mr-16',
  out: 'ml-4 bg-mist sm:ml-16',
  auto: 'mx-4 bg-sand sm:mx-16',
  unverified: 'ml-4 border-l-4 border-l-danger! bg-peach sm:ml-16',
};

/** One message, always as plain text, also of an HTML mail. */
export function MessageItem({ message, guestEmail }: { message: ThreadMessage; guestEmail: string }) {
  const { direction, text, original, attachments } = message;
  const isStranger = direction === 'in' && message.authorEmail !== '' && message.authorEmail !== guestEmail;
  return (
    <li className={`rounded-2xl border border-dune px-4 py-3 ${variants[direction]}`}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold text-deep wrap-anywhere">
          {message.author}
          {direction === 'auto' && ' (automatic mail)'}
          {message.kind === 'change' && ' asks for a change'}
        </span>
        <span className="text-sm text-slate">{formatDateTime(message.at)}</span>
      </p>
      {direction === 'unverified' && (
        <p className="font-semibold text-danger wrap-anywhere">
          {`Not sent to the guest. ${message.problem} It came from ${message.authorEmail || 'nobody it names'}.`}
        </p>
      )}
      {isStranger && <p className="text-sm text-slate">From another address: {message.authorEmail}</p>}
      <p className="mt-1 whitespace-pre-line wrap-anywhere text-ink">
        {text || 'No message, only the dates.'}
      </p>
      {attachments.length > 0 && (
        <p className="mt-2 flex gap-2 text-sm text-slate">
          <Paperclip aria-hidden="true" className="size-4 shrink-0" />
          <span className="wrap-anywhere">
            {attachments.join(', ')}{' '}
            {direction === 'out' ? '(not sent to the guest)' : '(in your mailbox, not here)'}
          </span>
        </p>
      )}
      {original && (
        <details className="mt-2 text-sm">
          <summary className="min-h-8 max-sm:min-h-11 content-center font-semibold text-gulf">
            The whole mail
          </summary>
          <p
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
            tabIndex={0}
            className="mt-1 max-h-80 overflow-y-auto whitespace-pre-line wrap-anywhere text-slate"
          >
            {original}
          </p>
        </details>
      )}
      {message.isUndeliverable && (
        <p className="mt-1 font-semibold text-danger wrap-anywhere">
          {`It could not be delivered to ${guestEmail}. Please reach the guest in another way.`}
        </p>
      )}
      {direction === 'out' && !message.isUndeliverable && (
        <p className="mt-1 text-sm text-slate">
          {message.sentAt ? 'Sent by mail' : 'Waits to be sent by mail'}
        </p>
      )}
    </li>
  );
}
