import { Stars } from '../../../ui/stars.tsx';
import type { HomeReview, HomeReviews } from '../contract.server.ts';
import { formatMonth, hiddenReasonTexts, reviewsPerPage } from '../review.ts';

interface HomeReviewsListProps {
  reviews: HomeReviews;
  /** The number of the page, counted from 1. */
  page: number;
  /** The address of another page. */
  toPage(page: number): string;
}

/** The reviews of a home: the average from three reviews on, and ten reviews a page. */
export function HomeReviewsList({ reviews, page, toPage }: HomeReviewsListProps) {
  const pages = Math.ceil(reviews.count / reviewsPerPage);
  return (
    <div className={reviews.average === null ? undefined : 'grid gap-8 lg:grid-cols-[16rem_1fr] lg:gap-14'}>
      {reviews.average !== null && <Summary reviews={reviews} average={reviews.average} />}
      <div className="max-w-3xl">
        <ol className="grid gap-8">
          {reviews.reviews.map((review, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are replaced together
            <li key={index}>
              <ReviewText review={review} />
            </li>
          ))}
        </ol>
        {pages > 1 && (
          <nav aria-label="Reviews" className="mt-8 flex flex-wrap gap-x-8 gap-y-2">
            {page > 1 && <PageLink href={toPage(page - 1)}>Newer reviews</PageLink>}
            {page < pages && <PageLink href={toPage(page + 1)}>More reviews</PageLink>}
          </nav>
        )}
      </div>
    </div>
  );
}

const PageLink = ({ href, children }: { href: string; children: string }) => (
  <a
    href={href}
    className="inline-flex min-h-11 items-center font-semibold text-gulf underline underline-offset-4 hover:no-underline"
  >
    {children}
  </a>
);

function Summary({ reviews: { count, distribution }, average }: { reviews: HomeReviews; average: number }) {
  return (
    <div>
      <p className="text-deep">
        <span className="text-4xl font-bold">{average.toFixed(2)}</span>{' '}
        <span className="text-slate">out of 5, {count} reviews</span>
      </p>
      <ul className="mt-4 grid gap-1.5">
        {([5, 4, 3, 2, 1] as const).map((stars) => (
          <li key={stars} className="flex items-center gap-3 text-ink">
            <span className="w-16 shrink-0">{stars === 1 ? '1 star' : `${stars} stars`}</span>
            <svg
              aria-hidden="true"
              viewBox="0 0 100 8"
              preserveAspectRatio="none"
              className="h-2 min-w-0 grow rounded-full bg-dune"
            >
              <rect width={(100 * distribution[stars]) / count} height="8" className="fill-gulf" />
            </svg>
            <span className="w-12 shrink-0 text-right">{distribution[stars]}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Words of guests are text: nothing in them is a link or an element, and each is written in its own direction. */
function ReviewText({
  review: { name, rating, text, stayMonth, reply, hiddenReason },
}: {
  review: HomeReview;
}) {
  const month = <p className="text-slate">Stayed in {formatMonth(stayMonth)}</p>;
  if (hiddenReason)
    return (
      <div className="rounded-2xl bg-sand px-5 py-4">
        <p className="text-ink">A review was hidden: {hiddenReasonTexts[hiddenReason]}</p>
        {month}
      </div>
    );
  return (
    <article>
      <Stars rating={rating ?? 0} />
      <p className="mt-2 font-semibold text-deep wrap-anywhere">
        <bdi>{name}</bdi>
      </p>
      {month}
      <p dir="auto" className="mt-2 whitespace-pre-line text-ink wrap-anywhere">
        {text}
      </p>
      {reply && (
        <div className="mt-4 border-l-4 border-glass pl-4">
          <p className="font-semibold text-deep">Your hosts replied</p>
          <p dir="auto" className="mt-1 whitespace-pre-line text-ink wrap-anywhere">
            {reply}
          </p>
        </div>
      )}
    </article>
  );
}
