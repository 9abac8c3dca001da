import { RichText } from '../../../ui/rich-text/viewer.tsx';
import { Stars } from '../../../ui/stars.tsx';
import type { Review } from '../../reviews/contract.server.ts';
import { ExampleMark } from '../../reviews/ui/example-mark.tsx';

export function HostTestimonials({ testimonials }: { testimonials: Review[] }) {
  return (
    <section aria-labelledby="testimonials-title" className="page-width pt-16 sm:pt-24">
      <h2 id="testimonials-title" className="max-w-2xl text-3xl text-deep sm:text-4xl lg:text-5xl">
        What Guests Say About Our Hosts
      </h2>
      <ul className="mt-10 grid gap-6 sm:mt-12 md:grid-cols-3">
        {testimonials.map(({ id, guest_name, rating, review_html, isExample }) => (
          <li key={id}>
            <figure className="flex h-full flex-col gap-5 rounded-3xl bg-white p-7 shadow-card">
              <Stars rating={rating} />
              <blockquote className="text-lg text-ink">
                <RichText
                  html={review_html}
                  className="before:content-['“'] after:content-['”'] [&>p]:inline"
                />
              </blockquote>
              <figcaption className="mt-auto flex flex-wrap items-center gap-3 font-semibold text-deep">
                {guest_name}
                {isExample && <ExampleMark />}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
