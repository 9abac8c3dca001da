import { queryOptions, useQuery } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Link } from 'react-router';
import { formatDate } from '../../../shared/dates.ts';
import { Loaded } from '../../../ui/lists/loaded.tsx';
import { Notice } from '../../../ui/lists/notice.tsx';
import { readingPageClass } from '../../admin/shell/page-class.ts';
import type { HostedReviews, UnansweredRequest } from '../contract.server.ts';
import { hostedReviews } from '../host-calls.ts';
import { HostedReviewCard } from './hosted-review-card.tsx';

const hostedReviewsQuery = queryOptions({
  queryKey: ['hosted-reviews'],
  queryFn: ({ signal }) => hostedReviews.list({ signal }),
  refetchOnWindowFocus: true,
});

/** Reviews that wait for a reply, guests with a request, hidden reviews, and those with a reply. */
export function HostReviews() {
  const reviews = useQuery(hostedReviewsQuery);
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
        {(lists) => <Lists lists={lists} onDone={() => heading.current?.focus()} />}
      </Loaded>
    </div>
  );
}

interface ListsProps {
  lists: HostedReviews;
  onDone(): void;
}

function Lists({ lists: { waiting, unanswered, hidden, replied }, onDone }: ListsProps) {
  if (waiting.length + unanswered.length + hidden.length + replied.length === 0)
    return (
      <Notice icon={Star} title="No reviews yet">
        <p>The first guests are asked on the day after their check-out.</p>
      </Notice>
    );
  return (
    <>
      <Group title="Waiting for a reply" none="Every review has a reply.">
        {waiting.map((review) => (
          <HostedReviewCard key={review.id} review={review} onDone={onDone} />
        ))}
      </Group>
      <Group title="Asked, not written yet">
        {unanswered.map((request) => (
          <Unanswered key={request.code} request={request} />
        ))}
      </Group>
      <Group title="Hidden">
        {hidden.map((review) => (
          <HostedReviewCard key={review.id} review={review} onDone={onDone} />
        ))}
      </Group>
      <Group title="Replied to">
        {replied
          .filter(({ hiddenReason }) => hiddenReason === null)
          .map((review) => (
            <HostedReviewCard key={review.id} review={review} onDone={onDone} />
          ))}
      </Group>
    </>
  );
}

interface GroupProps {
  title: string;
  /** Stands in place of the reviews; without it an empty group is left out. */
  none?: string;
  children: ReactNode[];
}

function Group({ title, none, children }: GroupProps) {
  const isEmpty = children.length === 0;
  if (isEmpty && none === undefined) return null;
  return (
    <section className="grid gap-3">
      <h2 className="text-xl text-deep">{title}</h2>
      {isEmpty ? <p className="text-slate">{none}</p> : <ul className="grid gap-4">{children}</ul>}
    </section>
  );
}

const Unanswered = ({
  request: { code, property, name, checkout, sentAt, remindedAt },
}: {
  request: UnansweredRequest;
}) => (
  <li className="rounded-2xl border border-dune bg-white p-4 text-ink wrap-anywhere">
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
