import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Inbox as InboxIcon, RefreshCw } from 'lucide-react';
import { formatDateTime } from '../../../shared/dates.ts';
import { textParam, urlState } from '../../../shared/http/url-state.ts';
import { Alert } from '../../../ui/alert.tsx';
import { useUrlQuery, useUrlState } from '../../../ui/browser/use-url-query.ts';
import { Loaded } from '../../../ui/lists/loaded.tsx';
import { Notice } from '../../../ui/lists/notice.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { SmallButton, SmallButtonLink } from '../../../ui/small-button.tsx';
import { screenMeta } from '../../admin/shell/screen-meta.ts';
import { responseTimeText } from '../../inbox/response-time.ts';
import { inbox as inboxCalls } from './calls.ts';
import type { ThreadList as Inbox } from './contract.server.ts';
import { InboxFilters, type InboxView } from './inbox-filters.tsx';
import { ThreadList } from './thread-list.tsx';
import { ThreadView } from './thread-view.tsx';

export const meta = () => screenMeta('Inbox');

const refetchMs = 20_000;

const url = urlState<InboxView>({
  status: textParam(''),
  kind: textParam(''),
  unread: textParam(''),
  search: textParam(''),
  page: textParam(''),
});

const toUrl = (view: InboxView, thread = ''): string => {
  const query = url.toQuery(view);
  if (thread) query.set('thread', thread);
  return `/admin/inbox?${query}`;
};

/** The hosts' conversations: the list and one of them, side by side on a desk, one after the other on a phone. */
export default function InboxScreen() {
  const current = useUrlQuery()[0].get('thread');
  const [view, changeView] = useUrlState(url);
  const query = url.toQuery(view);
  const list = useQuery({
    queryKey: ['inbox', query.toString()],
    queryFn: () => inboxCalls.list({ query }),
    refetchInterval: refetchMs,
    placeholderData: keepPreviousData,
  });

  return (
    <div className="lg:grid lg:min-h-[calc(100dvh-7.25rem)] lg:grid-cols-[24rem_minmax(0,1fr)]">
      <section
        aria-labelledby="inbox-title"
        className={`min-w-0 bg-white lg:border-r lg:border-dune ${current ? 'hidden lg:block' : ''}`}
      >
        <InboxHeader inbox={list.data} />
        <InboxFilters
          view={view}
          counts={{ waiting: list.data?.waiting ?? 0, unread: list.data?.unread ?? 0 }}
          change={changeView}
        />
        <Loaded query={list} pending={<Loading />} reloadError="hidden">
          {(inbox) => (
            <>
              {inbox.threads.length === 0 && <EmptyInbox isFiltered={query.size > 0} />}
              <ThreadList threads={inbox.threads} current={current} toUrl={(thread) => toUrl(view, thread)} />
              {inbox.pages > 1 && <Pages view={view} inbox={inbox} />}
            </>
          )}
        </Loaded>
      </section>
      {current && <h1 className="unseen lg:hidden">Inbox</h1>}
      {current ? (
        <ThreadView key={current} id={current} backTo={toUrl(view)} />
      ) : (
        <div className="hidden bg-sand/60 lg:block">
          <Notice icon={InboxIcon} title="Choose a conversation">
            <p>It opens here, with a box to answer.</p>
          </Notice>
        </div>
      )}
    </div>
  );
}

const Loading = () => (
  <div className="grid place-items-center p-10">
    <Spinner label="Loading your inbox..." />
  </div>
);

/** The response time that guests see, and whether replies by mail arrive. */
function InboxHeader({ inbox }: { inbox: Inbox | undefined }) {
  const queries = useQueryClient();
  const fetchMail = useMutation({
    mutationFn: () => inboxCalls.fetchMail(),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['inbox'] }),
        queries.invalidateQueries({ queryKey: ['inbox-thread'] }),
      ]),
  });
  const { mailbox, usualResponseHours } = inbox ?? {};
  return (
    <div className="grid gap-2 p-4 pb-0 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h1 id="inbox-title" className="text-2xl text-deep">
          Inbox
        </h1>
        {mailbox && (
          <SmallButton disabled={fetchMail.isPending} onClick={() => fetchMail.mutate()}>
            <RefreshCw aria-hidden="true" className="size-4" />
            {fetchMail.isPending ? 'Checking…' : 'Check mail'}
          </SmallButton>
        )}
      </div>
      {inbox && (
        <p className="text-sm text-slate">
          {usualResponseHours
            ? `Guests read that you ${responseTimeText(usualResponseHours).replace('answers', 'answer')}.`
            : 'Guests read nothing of your answer time yet: there are too few answers, or they took too long.'}
        </p>
      )}
      {mailbox?.error && (
        <Alert failed role="alert">
          {`Guests’ answers by mail cannot be fetched${mailbox.readAt ? ` since ${formatDateTime(mailbox.readAt)}` : ''}. They wait in the mailbox and come in as soon as it can be read.`}
        </Alert>
      )}
      {inbox && !mailbox && (
        <p className="text-sm text-slate">Guests’ answers by mail go to your own mailbox, not here.</p>
      )}
    </div>
  );
}

const EmptyInbox = ({ isFiltered }: { isFiltered: boolean }) => (
  <Notice icon={InboxIcon} title={isFiltered ? 'Nothing matches' : 'No messages yet'}>
    <p>
      {isFiltered
        ? 'No conversation matches what you chose above.'
        : 'Inquiries and guests’ messages about their bookings appear here by themselves.'}
    </p>
  </Notice>
);

const Pages = ({ view, inbox: { page, pages, total, hasMore } }: { view: InboxView; inbox: Inbox }) => (
  <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-2 p-4">
    <p className="text-sm text-slate">
      {hasMore
        ? `Page ${page}, more than ${total} conversations`
        : `Page ${page} of ${pages}, ${total} conversations`}
    </p>
    <span className="flex gap-2">
      {page > 1 && <SmallButtonLink to={toUrl({ ...view, page: String(page - 1) })}>Newer</SmallButtonLink>}
      {page < pages && (
        <SmallButtonLink to={toUrl({ ...view, page: String(page + 1) })}>Older</SmallButtonLink>
      )}
    </span>
  </nav>
);
