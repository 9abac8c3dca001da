import type { ReactNode } from 'react';
import type { SiteSettings } from '../../../shared/site-settings.server.ts';
import { Section } from '../layout/section.tsx';

interface GuestReviewsProps {
  settings: SiteSettings;
  children?: ReactNode;
}

/** Shows guests' reviews and a badge; nothing if there are neither. */
export function GuestReviews({ settings, children }: GuestReviewsProps) {
  if (!children && settings.review_count === 0) return null;
  return (
    <Section id="reviews" kicker="In their words" title="What Our Guests Say">
      {children}
      {settings.review_count > 0 && (
        <p className="mx-auto mt-10 w-fit rounded-full bg-mist px-6 py-3 text-center font-semibold text-deep">
          {settings.review_rating.toFixed(2)} Average Rating
          <span aria-hidden="true" className="mx-2 text-lagoon min-[22.5rem]:mx-3">
            •
          </span>
          <span className="unseen">, </span>
          <span className="whitespace-nowrap">{settings.review_count}+ Reviews</span>
        </p>
      )}
    </Section>
  );
}
