import { memo } from 'react';
import type { SiteSettings } from '../../../shared/site-settings.server.ts';
import { LazyHydration, lazyPart } from '../../../ui/loading/lazy-hydration.tsx';
import { ResponsiveImage } from '../../../ui/responsive-image.tsx';
import { Section } from '../layout/section.tsx';

const neighborhood = lazyPart(async () => (await import('./neighborhood.tsx')).Neighborhood, {
  isLoadedLater: true,
});

export const Location = memo(({ settings }: { settings: SiteSettings }) => {
  return (
    <>
      <Section
        id="location"
        kicker="Where you will be"
        title={`Prime Beach Location in ${settings.town}`}
        intro="Between the emerald Gulf and a lagoon full of pelicans, on twenty-seven miles of white sand."
        className="bg-sand"
      >
        <LazyHydration part={neighborhood} fallback={<div className="min-h-160" />}>
          {(Neighborhood) => <Neighborhood settings={settings} />}
        </LazyHydration>
      </Section>
      {settings.banner && (
        <ResponsiveImage
          image={settings.banner}
          sizes="100vw"
          className="aspect-3/2 w-full sm:aspect-[2.4/1] lg:aspect-[3/1]"
        />
      )}
    </>
  );
});
