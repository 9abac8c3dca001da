import type { AsyncResult } from '../../../shared/result.ts';
import { AsyncContent } from '../../../ui/loading/async-content.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import type { Property } from '../../listings/property.ts';
import { MoreHomes } from '../../listings/ui/more-homes.tsx';
import { PropertyCard } from '../../listings/ui/property-card.tsx';
import { useBookingFlow } from '../layout/booking-buttons.tsx';
import { Section } from '../layout/section.tsx';
import type { ListedHomes } from './listed-homes.ts';

export function Properties({ properties, town }: { properties: AsyncResult<ListedHomes>; town: string }) {
  return (
    <Section
      id="properties"
      kicker="Our homes"
      title={`Affordable Beach Rentals in ${town}`}
      intro="A handful of homes that we know down to the last teaspoon, booked directly with us."
    >
      <AsyncContent
        from={properties}
        pending={<Spinner />}
        failed={() => (
          <p className="text-lg text-slate">
            The homes cannot be shown just now. Please try again in a moment.
          </p>
        )}
      >
        {({ homes, page, pages }) => (
          <>
            <ul className="card-grid">
              {homes.map((property) => (
                <li key={property.id}>
                  <BookableCard property={property} />
                </li>
              ))}
            </ul>
            <MoreHomes page={page} pages={pages} toPage={pagePath} />
          </>
        )}
      </AsyncContent>
    </Section>
  );
}

const pagePath = (page: number): string => (page > 1 ? `/?page=${page}#properties` : '/#properties');

function BookableCard({ property }: { property: Property }) {
  return <PropertyCard property={property} onBook={useBookingFlow(property.id)} />;
}
