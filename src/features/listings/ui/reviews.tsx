import { Star } from 'lucide-react';
import { Carousel } from '../../../ui/carousel.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import type { Review } from '../listing.ts';

export function ReviewCarousel({ reviews }: { reviews: Review[] }) {
  return (
    <Carousel
      label="Guest reviews"
      noun="Review"
      controls="below"
      slides={reviews.map((review) => ({ key: review.id, content: <ReviewCard review={review} /> }))}
    />
  );
}

function ReviewCard({ review }: { review: Review }) {
  return (
    <figure className="mx-auto flex h-full max-w-3xl flex-col items-center justify-center gap-6 px-2 py-4 text-center sm:px-8">
      <p className="flex gap-1 text-sun">
        <span className="unseen">{`${review.rating} out of 5 stars`}</span>
        {Array.from({ length: review.rating }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: stars have no identity
          <Star key={index} aria-hidden="true" className="size-6 fill-current" strokeWidth={1} />
        ))}
      </p>
      <blockquote className="font-display text-2xl leading-snug text-deep sm:text-3xl">
        <RichText
          html={review.review_html}
          className="before:content-['“'] after:content-['”'] [&>p]:inline"
        />
      </blockquote>
      <figcaption className="flex items-center gap-3 font-semibold text-ink">
        {review.photo && <Picture picture={review.photo} sizes="3rem" alt="" className="size-12 rounded-full" />}
        {review.guest_name}
      </figcaption>
    </figure>
  );
}
