import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';
import { formatDate } from '../../../shared/dates.ts';
import { pageParam, urlState } from '../../../shared/http/url-state.ts';
import { useUrlState } from '../../../ui/browser/use-url-query.ts';
import { LoadMore } from '../../../ui/lists/load-more.tsx';
import { Loaded } from '../../../ui/lists/loaded.tsx';
import { Notice } from '../../../ui/lists/notice.tsx';
import { readingPageClass } from '../../admin/shell/page-class.ts';
import type { HostedReview, HostedReviews, UnansweredRequest } from '../contract.server.ts';
import { hostedReviews } from '../host-calls.ts';
import { hostedPerPage, maxHostedPages } from '../review.ts';
import { HostedReviewCard } from './hosted-review-card.tsx';

type ListName = keyof HostedReviews['hasMore'];

/** How many pages of each list are open, in the URL. */
const url = urlState<Record<ListName, number>>({
  waiting: pageParam(maxHostedPages),
  unanswered: pageParam(maxHostedPages),
  hidden: pageParam(maxHostedPages),
  replied: pageParam(maxHostedPages),
});

const hostedReviewsQuery = (query: URLSearchParams) =>
  queryOptions({
    queryKey: ['hosted-reviews', query.toString()],
    queryFn: ({ signal }) => hostedReviews.list({ query, signal }),
    refetchOnWindowFocus: true,
    placeholderData: keepPreviousData,
  });

/** Reviews that wait for a reply, guests with a request, hidden reviews, and those with a reply. */
export function HostReviews() {
  const [pages, changePages] = useUrlState(url, { replace: true, preventScrollReset: true });
  const reviews = useQuery(hostedReviewsQuery(url.toQuery(pages)));
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <div className={`${readingPageClass} grid grid-cols-[minmax(0,1fr)] gap-8`}>
      <header>
        <h1 ref={heading} tabIndex={-1} className="text-2xl text-deep outline-none sm:text-3xl">
          Reviews
        </h1>
        <p className="mt-2 text-slate">
          Guests are asked on the day after they leave, and once more five days later. What they write is
          public at once; you can reply to it, and hide it with a reason that everybody sees.
        </p>
      </header>
      <Loaded query={reviews} reloadError="above">
        {(lists) => (
          <Lists
            lists={lists}
            isLoading={reviews.isPlaceholderData}
            open={(list, count) => changePages((latest) => ({ ...latest, [list]: count }))}
            onDone={() => heading.current?.focus()}
          />
        )}
      </Loaded>
    </div>
  );
}

interface ListsProps {
  lists: HostedReviews;
  isLoading: boolean;
  /** Loads so many pages of a list. */
  open(list: ListName, pages: number): void;
  onDone(): void;
}

function Lists({ lists, isLoading, open, onDone }: ListsProps) {
  const { waiting, unanswered, hidden, replied, hasMore } = lists;
  if (waiting.length + unanswered.length + hidden.length + replied.length === 0)
    return (
      <Notice icon={Star} title="No reviews yet">
        <p>The first guests are asked on the day after their check-out.</p>
      </Notice>
    );
  const more = (list: ListName) => ({
    hasMore: hasMore[list],
    isLoading,
    loadMore: () => open(list, lists[list].length / hostedPerPage + 1),
  });
  const card = (review: HostedReview) => <HostedReviewCard key={review.id} review={review} onDone={onDone} />;
  return (
    <>
      <Group title="Waiting for a reply" none="Every review has a reply." more={more('waiting')}>
        {waiting.map(card)}
      </Group>
      <Group title="Asked, not written yet" more={more('unanswered')}>
        {unanswered.map((request) => (
          <Unanswered key={request.code} request={request} />
        ))}
      </Group>
      <Group title="Hidden" more={more('hidden')}>
        {hidden.map(card)}
      </Group>
      <Group title="Replied to" more={more('replied')}>
        {replied.map(card)}
      </Group>
    </>
  );
}

interface GroupProps {
  title: string;
  /** Stands in place of the reviews; without it an empty group is left out. */
  none?: string;
  more: ComponentProps<typeof LoadMore>['list'];
  children: ReactNode[];
}

function Group({ title, none, more, children }: GroupProps) {
  const list = useRef<HTMLUListElement>(null);
  const expanding = useRef<number | null>(null);
  const length = children.length;
  useLayoutEffect(() => {
    if (expanding.current === null || length <= expanding.current) return;
    const first = list.current?.children[expanding.current];
    expanding.current = null;
    // The focus stays where the host has moved it since.
    const { activeElement } = document;
    const isAtButton = activeElement === document.body || activeElement === list.current?.nextElementSibling;
    if (isAtButton && first instanceof HTMLElement) first.focus();
  }, [length]);
  function loadMore() {
    expanding.current = length;
    more.loadMore();
  }
  if (length === 0 && none === undefined) return null;
  return (
    <section className="grid gap-3">
      <h2 className="text-xl text-deep">{title}</h2>
      {length === 0 ? (
        <p className="text-slate">{none}</p>
      ) : (
        <ul ref={list} className="grid gap-4">
          {children}
        </ul>
      )}
      <LoadMore list={{ ...more, loadMore }} of={title} className="justify-self-center" />
    </section>
  );
}

const Unanswered = ({
  request: { code, property, name, checkout, sentAt, remindedAt },
}: {
  request: UnansweredRequest;
}) => (
  <li tabIndex={-1} className="rounded-2xl border border-dune bg-white p-4 text-ink wrap-anywhere">
    <p>
      <span className="font-semibold">{name}</span>, {property.title}, left on {formatDate(checkout)}
    </p>
    <p className="text-slate">
      Asked on {formatDate(sentAt)}
      {remindedAt && `, again on ${formatDate(remindedAt)}`}
    </p>
    <Link
      to={`/admin/bookings/${code}`}
      className="inline-flex min-h-11 items-center font-medium text-gulf underline underline-offset-4"
    >
      Booking {code}
    </Link>
  </li>
);
