import { BedDouble, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PropertyDetail } from '../property-detail.ts';
import { ClockTimes } from './property-facts.tsx';

/** Shows the sections that the hosts have filled in. */
export function PropertyDetails({ stay }: { stay: PropertyDetail }) {
  return (
    <div className="min-w-0 divide-y divide-dune wrap-anywhere *:py-9 *:first:pt-0 *:last:pb-0 sm:*:py-11">
      <Part id="about" title="About this home">
        {stay.description.split(/\n{2,}/).map((paragraph) => (
          <p key={paragraph} className="mt-4 text-lg whitespace-pre-line text-slate first:mt-0">
            {paragraph}
          </p>
        ))}
      </Part>
      {stay.sleeping.length > 0 && (
        <Part id="sleeping" title="Where everyone sleeps">
          <ul className="grid grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] gap-3">
            {stay.sleeping.map(({ room, beds }) => (
              <li key={room} className="flex gap-4 rounded-2xl bg-white p-5 shadow-card">
                <BedDouble aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-lagoon" />
                <div>
                  <h3 className="font-sans text-base font-semibold tracking-normal text-ink">{room}</h3>
                  <p className="mt-0.5 text-slate">
                    {beds.map(({ count, kind }) => `${count} ${kind}`).join(', ')}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {stay.amenities.length > 0 && (
        <Part id="amenities" title="What this home offers">
          <ul className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
            {stay.amenities.map((amenity) => (
              <li key={amenity} className="flex gap-3 text-lg text-ink">
                <CircleCheck aria-hidden="true" className="mt-1 size-5 shrink-0 text-lagoon" />
                <span className="min-w-0">{amenity}</span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part id="rules" title="Good to know">
        <div className="max-w-sm rounded-2xl bg-mist p-5">
          <ClockTimes stay={stay} />
        </div>
        {stay.houseRules.length > 0 && (
          <>
            <h3 className="mt-7 font-sans text-lg font-semibold tracking-normal text-ink">House rules</h3>
            <ul className="mt-3 list-disc space-y-2 pl-5 text-lg text-slate marker:text-lagoon">
              {stay.houseRules.map((rule) => (
                <li key={rule}>{rule}</li>
              ))}
            </ul>
          </>
        )}
      </Part>
    </div>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="mb-5 text-2xl text-deep sm:text-3xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
