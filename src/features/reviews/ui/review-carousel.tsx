import { Carousel } from '../../../ui/carousel.tsx';
import { ResponsiveImage } from '../../../ui/responsive-image.tsx';
import { RichText } from '../../../ui/rich-text/viewer.tsx';
import { Stars } from '../../../ui/stars.tsx';
import type { Review } from '../contract.server.ts';
import { ExampleMark } from './example-mark.tsx';

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
      <Stars rating={review.rating} />
      <blockquote className="font-display text-2xl leading-snug text-deep sm:text-3xl">
        <RichText
          html={review.review_html}
          className="before:content-['“'] after:content-['”'] [&>p]:inline"
        />
      </blockquote>
      <figcaption className="flex items-center gap-3 font-semibold text-ink">
        {review.image && (
          <ResponsiveImage
            image={review.image}
            sizes="3rem"
            alt=""
            blurred={false}
            className="size-12 rounded-full"
          />
        )}
        {review.guest_name}
        {review.isExample && <ExampleMark />}
      </figcaption>
    </figure>
  );
}
