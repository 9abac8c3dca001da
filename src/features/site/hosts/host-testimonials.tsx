import { Stars } from '../../../ui/stars.tsx';

const testimonials = [
  [
    'Rachel T.',
    'Our flight was canceled and we arrived at two in the morning. Marisol had left the porch light on and milk in the fridge for the little one. Who does that?',
  ],
  [
    'Anthony B.',
    'I asked Daniel where to fish with my son. He drew us a map, lent us two rods and knocked the next day to see what we had caught.',
  ],
  [
    'Josephine K.',
    'They remembered from last year that my mother needs a chair with arms. It was there before we were. We will keep coming back to these two.',
  ],
] as const;

export function HostTestimonials() {
  return (
    <section aria-labelledby="testimonials-title" className="page-width py-16 sm:py-24">
      <h2 id="testimonials-title" className="max-w-2xl text-3xl text-deep sm:text-4xl lg:text-5xl">
        What Guests Say About Our Hosts
      </h2>
      <ul className="mt-10 grid gap-6 sm:mt-12 md:grid-cols-3">
        {testimonials.map(([guest, words]) => (
          <li key={guest}>
            <figure className="flex h-full flex-col gap-5 rounded-3xl bg-white p-7 shadow-card">
              <Stars rating={5} />
              <blockquote className="text-lg text-ink">“{words}”</blockquote>
              <figcaption className="mt-auto font-semibold text-deep">{guest}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
