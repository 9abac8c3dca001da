import type { ImageData as PictureFile } from '../../../shared/image.ts';
import { ResponsiveImage } from '../../../ui/responsive-image.tsx';

export interface Host {
  name: string;
  role: string;
  facts: readonly (readonly [figure: string, what: string])[];
  words: readonly string[];
}

interface HostProfileProps {
  host: Host;
  portrait: PictureFile | null;
  /** Puts the portrait on the right. */
  flipped?: boolean;
}

export function HostProfile({ host, portrait, flipped = false }: HostProfileProps) {
  return (
    <article className="grid items-center gap-8 md:grid-cols-2 lg:gap-16">
      <div className={flipped ? 'md:order-last' : ''}>
        {portrait ? (
          <ResponsiveImage
            picture={portrait}
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
          {host.facts.map(([figure, what]) => (
            <li key={what}>
              <span className="text-3xl font-bold text-deep">{figure}</span>{' '}
              <span className="text-slate">{what}</span>
            </li>
          ))}
        </ul>
        {host.words.map((words) => (
          <p key={words} className="mt-5 text-lg text-ink">
            {words}
          </p>
        ))}
      </div>
    </article>
  );
}
