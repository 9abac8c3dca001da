import { Bath, BedDouble, Users } from 'lucide-react';
import type { FormEventHandler } from 'react';
import { Link } from 'react-router';
import { pluralize } from '../../../shared/text/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Carousel } from '../../../ui/carousel.tsx';
import { ResponsiveImage } from '../../../ui/responsive-image.tsx';
import { UnbrokenText } from '../../../ui/unbroken-text.tsx';
import { type Property, propertyPath } from '../property.ts';

interface PropertyCardProps {
  property: Property;
  onBook: FormEventHandler;
}

const titleId = (property: Property) => `property-${property.slug}`;

export function PropertyCard({ property, onBook }: PropertyCardProps) {
  return (
    <article className="flex h-full flex-col overflow-hidden rounded-3xl bg-white shadow-card transition-shadow duration-300 hover:shadow-lift lone:grid lone:grid-cols-2">
      <div className="relative">
        <PropertyImages property={property} />
        {property.isComingSoon && (
          <p className="absolute top-4 left-4 rounded-full bg-sun px-4 py-1.5 font-semibold text-ink">
            Coming Soon
          </p>
        )}
      </div>
      <div className="flex grow flex-col gap-4 p-6 sm:p-7">
        <h3 id={titleId(property)} className="text-2xl text-deep">
          <Link
            to={propertyPath(property.slug)}
            className="underline-offset-4 hover:text-gulf hover:underline"
          >
            <UnbrokenText>{property.title}</UnbrokenText>
          </Link>
        </h3>
        <p className="line-clamp-3 text-slate">{property.description}</p>
        <ul className="flex flex-wrap gap-x-5 gap-y-2 font-medium text-ink">
          <li className="flex items-center gap-2">
            <Users aria-hidden="true" className="size-5 text-lagoon" />
            {pluralize(property.guests, 'guest')}
          </li>
          <li className="flex items-center gap-2">
            <BedDouble aria-hidden="true" className="size-5 text-lagoon" />
            {pluralize(property.beds, 'bed')}
          </li>
          <li className="flex items-center gap-2">
            <Bath aria-hidden="true" className="size-5 text-lagoon" />
            {pluralize(property.baths, 'bath')}
          </li>
        </ul>
        <div className="mt-auto grid gap-4 border-t border-dune/70 pt-5">
          <p className="text-lg font-semibold text-deep">{property.price_preview}</p>
          <CardAction property={property} onBook={onBook} />
        </div>
      </div>
    </article>
  );
}

function CardAction({ property, onBook }: PropertyCardProps) {
  if (property.isComingSoon) {
    return (
      <>
        <Button variant="quiet" disabled aria-describedby={titleId(property)}>
          Notify Me
        </Button>
        <Link
          to={`${propertyPath(property.slug)}#waitlist`}
          className="flex min-h-11 items-center justify-center font-medium text-gulf underline underline-offset-4 hover:no-underline"
        >
          Hear when it opens
          <span className="unseen">: {property.title}</span>
        </Link>
      </>
    );
  }
  return (
    <form action="/#contact" onSubmit={onBook} className="contents">
      <input type="hidden" name="property" value={property.id} />
      <Button type="submit" aria-describedby={titleId(property)}>
        View & Book
      </Button>
    </form>
  );
}

function PropertyImages({ property }: { property: Property }) {
  const sizes = '(min-width: 64rem) 24rem, (min-width: 48rem) 50vw, 100vw';
  if (property.pictures.length === 0)
    return <div className="aspect-3/2 bg-linear-to-br from-glass to-lagoon lone:aspect-auto lone:h-full" />;
  return (
    <Carousel
      label={`Pictures of ${property.title}`}
      noun="Picture"
      className="lone:h-full"
      slides={property.pictures.map((image) => ({
        key: image.src,
        // Keyboard users have the link of the title.
        content: (
          <Link to={propertyPath(property.slug)} tabIndex={-1} className="block h-full">
            <ResponsiveImage
              image={image}
              sizes={sizes}
              className="aspect-3/2 lone:aspect-auto lone:h-full"
            />
          </Link>
        ),
      }))}
    />
  );
}
