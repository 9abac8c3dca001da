import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { propertyPath } from '../../listings/property.ts';
import type { PropertyDetail } from '../../listings/property-detail.ts';

export const getTrail = (stay: PropertyDetail): { name: string; path: `/${string}` }[] => [
  { name: 'Home', path: '/' },
  { name: 'Our homes', path: '/#properties' },
  { name: stay.title, path: propertyPath(stay.slug) },
];

export function Reviews({ children }: { children: ReactNode }) {
  return (
    <section aria-labelledby="reviews-title" id="reviews" className="page-width py-14 sm:py-20">
      <h2 id="reviews-title" className="mb-8 text-3xl text-deep sm:text-4xl">
        What our guests say
      </h2>
      {children}
    </section>
  );
}

export function Breadcrumbs({ stay }: { stay: PropertyDetail }) {
  const trail = getTrail(stay);
  return (
    <nav aria-label="Breadcrumbs">
      <ol className="flex flex-wrap items-center gap-x-2 text-slate">
        {trail.map(({ name, path }, index) => (
          <li
            key={path}
            className={`flex min-h-11 min-w-0 items-center gap-2 ${index === trail.length - 1 ? 'max-sm:hidden' : ''}`}
          >
            {index < trail.length - 1 ? (
              <>
                <Link to={path} className="py-2 font-medium text-gulf underline-offset-4 hover:underline">
                  {name}
                </Link>
                <span aria-hidden="true" className={index === trail.length - 2 ? 'max-sm:hidden' : undefined}>
                  /
                </span>
              </>
            ) : (
              <span aria-current="page" className="truncate">
                {name}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
