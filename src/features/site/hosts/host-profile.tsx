import type { ImageData as ImageFile } from '../../../shared/image.ts';
import { ResponsiveImage } from '../../../ui/responsive-image.tsx';

interface Host {
  name: string;
  role: string;
  /** Whether it is an example, which is only shown where examples are. */
  rating: string;
  facts: readonly (readonly [figure: string, what: string])[];
  paragraphs: readonly string[];
}

export const marisol: Host = {
  name: 'Marisol Reyes',
  role: 'Guest-experience specialist',
  rating: '5.0',
  facts: [
    ['500+', 'guests'],
    ['5+', 'years hosting'],
  ],
  paragraphs: [
    'Marisol answers when you write, usually before your coffee is cold. She grew up two streets from the Gulf and knows which stretch of sand is calm enough for toddlers, who fries the best grouper, and when the dolphins pass.',
    'Before every stay she walks through the home herself: towels, toys, the bunk-bed lamps, a handwritten note on the table. If somebody in your family has a birthday, tell her.',
  ],
};

export const daniel: Host = {
  name: 'Daniel Whitaker',
  role: 'Property manager',
  rating: '5.0',
  facts: [
    ['3', 'properties'],
    ['6+', 'years'],
  ],
  paragraphs: [
    'Daniel keeps the homes the way he would want to find them. He was a boat builder before he was a host, and it shows: doors close softly, the air conditioning hums, and nothing wobbles.',
    'He looks after all three of our properties in person. Should something need fixing while you are here, he is the one who turns up, toolbox in hand, and mostly within the hour.',
  ],
};

interface HostProfileProps {
  host: Host;
  portrait: ImageFile | null;
  hasRating: boolean;
  /** Puts the portrait on the right. */
  flipped?: boolean;
}

export function HostProfile({ host, portrait, hasRating, flipped = false }: HostProfileProps) {
  const facts = hasRating ? [[host.rating, 'rating'] as const, ...host.facts] : host.facts;
  return (
    <article className="grid items-center gap-8 md:grid-cols-2 lg:gap-16">
      <div className={flipped ? 'md:order-last' : ''}>
        {portrait ? (
          <ResponsiveImage
            image={portrait}
            eager={!flipped}
            sizes="(min-width: 76rem) 34rem, (min-width: 48rem) 50vw, 100vw"
            className="aspect-square rounded-3xl"
          />
        ) : (
          <div className="aspect-square rounded-3xl bg-linear-to-b from-mist via-glass to-lagoon" />
        )}
      </div>
      <div>
        <h2 className="text-3xl text-deep sm:text-4xl">{host.name}</h2>
        <p className="mt-2 text-lg font-semibold text-gulf">{host.role}</p>
        <ul className="mt-6 flex flex-wrap gap-x-5 gap-y-3 border-y lg:gap-x-8 border-dune py-5">
          {facts.map(([figure, what]) => (
            <li key={what}>
              <span className="text-3xl font-bold text-deep">{figure}</span>{' '}
              <span className="text-slate">{what}</span>
            </li>
          ))}
        </ul>
        {host.paragraphs.map((paragraph) => (
          <p key={paragraph} className="mt-5 text-lg text-ink">
            {paragraph}
          </p>
        ))}
      </div>
    </article>
  );
}
