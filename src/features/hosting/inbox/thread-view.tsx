import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, CalendarDays, KeyRound, Mail, MailOpen, Phone, Reply, Tag } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatDate } from '../../../shared/dates.ts';
import { telHref } from '../../../shared/text/phone.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Loaded } from '../../../ui/lists/loaded.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { SmallButton, SmallButtonLink, smallButtonClass } from '../../../ui/small-button.tsx';
import { conversation } from './calls.ts';
import type { ThreadDetail } from './contract.server.ts';
import { MessageItem } from './message-item.tsx';
import { ReplyBox } from './reply-box.tsx';
import { statusText } from './thread-list.tsx';
import { WaitingClock } from './waiting-clock.tsx';

const refetchMs = 20_000;

/** A thread of so many messages has its reply box in view, or nearly. */
const fewMessages = 2;

/** Changes a thread: what the server answers is shown at once, and the list is loaded again. */
function useThreadChange(id: string) {
  const queries = useQueryClient();
  const show = (thread: ThreadDetail) => {
    queries.setQueryData(['inbox-thread', id], thread);
    void queries.invalidateQueries({ queryKey: ['inbox'] });
  };
  const reload = () => queries.invalidateQueries({ queryKey: ['inbox-thread', id] });
  const change = useMutation({
    mutationFn: (act: () => Promise<ThreadDetail>) => act(),
    onSuccess: show,
    onError: reload,
  });
  return { show, change };
}

/** A conversation with its guest, its messages and the reply box. `backTo` is the list, on a phone. */
export function ThreadView({ id, backTo }: { id: string; backTo: string }) {
  const query = useQuery({
    queryKey: ['inbox-thread', id],
    queryFn: () => conversation.read({ id }),
    refetchInterval: refetchMs,
  });
  const { show, change } = useThreadChange(id);
  const opened = useRef('');
  const isUnread = query.data?.isUnread ?? false;
  const { mutate } = change;
  useEffect(() => {
    if (!isUnread || opened.current === id) return;
    opened.current = id;
    mutate(() => conversation.markUnread({ id, json: { isUnread: false } }));
  }, [id, isUnread, mutate]);

  return (
    <Loaded query={query} pending={<Loading />} reloadError="hidden">
      {(thread) => (
        <article aria-labelledby="thread-title" className="flex min-w-0 flex-col">
          <ThreadHeader thread={thread} backTo={backTo} run={mutate} isBusy={change.isPending} />
          {change.error && (
            <div className="p-4">
              <Alert failed role="alert">
                {change.error.message}
              </Alert>
            </div>
          )}
          <ol aria-label="Messages" className="grid content-start gap-3 bg-sand/60 p-4 sm:p-6">
            {thread.messages.map((message) => (
              <MessageItem key={message.id} message={message} guestEmail={thread.guest.email} />
            ))}
          </ol>
          <ReplyBox key={thread.id} thread={thread} onSent={show} onConflict={() => void query.refetch()} />
        </article>
      )}
    </Loaded>
  );
}

const Loading = () => (
  <div className="grid place-items-center p-10">
    <Spinner label="Loading the conversation..." />
  </div>
);

/** Asks first: afterwards, answers to earlier mails reach no conversation. */
function RenewAddresses({ id, isBusy, run }: { id: string } & Pick<ThreadHeaderProps, 'isBusy' | 'run'>) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <SmallButton disabled={isBusy} aria-haspopup="dialog" onClick={() => setAsking(true)}>
        <KeyRound aria-hidden="true" className="size-4" />
        New mail addresses
      </SmallButton>
      {isAsking && (
        <ConfirmDialog
          title="New mail addresses?"
          confirmLabel="Renew the addresses"
          cancelLabel="Keep them"
          isDanger
          onConfirm={() => {
            setAsking(false);
            run(() => conversation.renewAddresses({ id }));
          }}
          onCancel={() => setAsking(false)}
        >
          <p>
            For an address that came into the wrong hands: answers to all mails sent so far will stay in the
            mailbox, unread by the site. Your next mail to the guest carries the new address.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Goes to the box below the messages, of which there may be many. */
const AnswerButton = () => (
  <SmallButton onClick={() => document.getElementById('reply-text')?.focus()}>
    <Reply aria-hidden="true" className="size-4" />
    Answer
  </SmallButton>
);

interface ThreadHeaderProps {
  thread: ThreadDetail;
  backTo: string;
  run(act: () => Promise<ThreadDetail>): void;
  isBusy: boolean;
}

function ThreadHeader({ thread, backTo, run, isBusy }: ThreadHeaderProps) {
  const { id, guest, status } = thread;
  return (
    <header className="grid gap-3 border-b border-dune bg-white p-4 sm:p-6">
      <SmallButtonLink to={backTo} variant="bare" className="-ml-3 justify-self-start lg:hidden">
        <ArrowLeft aria-hidden="true" className="size-4" />
        All conversations
      </SmallButtonLink>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="thread-title" tabIndex={-1} className="text-2xl text-deep wrap-anywhere outline-none">
          {guest.name}
        </h2>
        {thread.clock ? (
          <WaitingClock clock={thread.clock} />
        ) : (
          <span className="text-sm font-semibold text-slate">{statusText[status]}</span>
        )}
      </div>
      <p className="text-slate">
        {thread.bookingCode ? `Booking ${thread.bookingCode}` : 'Inquiry'}: {thread.property},{' '}
        {formatDate(thread.checkin)} to {formatDate(thread.checkout)}, {pluralize(thread.guests, 'guest')}
      </p>
      <div className="flex flex-wrap gap-2">
        {thread.messages.length > fewMessages && <AnswerButton />}
        {thread.bookingCode ? (
          <SmallButtonLink to={`/admin/bookings/${thread.bookingCode}`}>
            <CalendarDays aria-hidden="true" className="size-4" />
            Open the booking
          </SmallButtonLink>
        ) : (
          <SmallButtonLink to={`/admin/offers/new?inquiry=${id}`}>
            <Tag aria-hidden="true" className="size-4" />
            Make an offer
          </SmallButtonLink>
        )}
        {guest.phone && (
          <a href={telHref(guest.phone)} className={smallButtonClass()}>
            <Phone aria-hidden="true" className="size-4" />
            {guest.phone}
          </a>
        )}
        <SmallButton
          disabled={isBusy}
          onClick={() => run(() => conversation.markUnread({ id, json: { isUnread: !thread.isUnread } }))}
        >
          {thread.isUnread ? (
            <MailOpen aria-hidden="true" className="size-4" />
          ) : (
            <Mail aria-hidden="true" className="size-4" />
          )}
          {thread.isUnread ? 'Mark as read' : 'Mark as unread'}
        </SmallButton>
        <RenewAddresses id={id} isBusy={isBusy} run={run} />
        {status === 'closed' ? (
          <SmallButton disabled={isBusy} onClick={() => run(() => conversation.reopen({ id }))}>
            Reopen
          </SmallButton>
        ) : (
          <SmallButton
            disabled={isBusy}
            onClick={() =>
              run(() => conversation.close({ id, query: { lastMessageId: thread.messages.at(-1)?.id } }))
            }
          >
            Close
          </SmallButton>
        )}
      </div>
    </header>
  );
}
