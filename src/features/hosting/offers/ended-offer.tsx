import { Phone } from 'lucide-react';
import { ButtonLink, buttonClass } from '../../../ui/button.tsx';
import { useSiteSettings } from '../../../ui/use-site-settings.ts';
import { bookPath } from '../../bookings/book/stay-search.ts';
import { holdPath } from '../../bookings/record/trip-paths.ts';
import type { Offer, OfferState } from './contract.server.ts';

export const card = 'rounded-3xl bg-white p-5 shadow-card sm:p-8';

export const endings: Record<Exclude<OfferState, 'open'>, { title: string; text: string }> = {
  booked: {
    title: 'This offer is booked',
    text: 'The stay is booked and paid. The link to it is in the mail that confirmed it; with your e-mail address you find it here, too.',
  },
  withdrawn: {
    title: 'This offer was withdrawn',
    text: 'We are sorry: this offer does not stand any more. Look at what is free, or call us.',
  },
  expired: {
    title: 'This offer has ended',
    text: 'The time in which it stood is over. The nights may still be free: look at today’s price, or call us.',
  },
  taken: {
    title: 'These nights are taken',
    text: 'We are sorry: some of these nights are no longer free. Choose other dates, or call us.',
  },
};

export function EndedOffer({ offer, text, isListed }: { offer: Offer; text: string; isListed: boolean }) {
  const { property, checkin, checkout, guests, pets } = offer;
  const { phone, phoneHref } = useSiteSettings();
  const search = isListed
    ? { property, checkin, checkout, guests, pets }
    : { checkin, checkout, guests, pets };
  return (
    <section aria-label="What you can do" className={`${card} max-w-3xl`}>
      <p className="text-lg text-ink">{text}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        {offer.state === 'taken' && offer.bookingCode && (
          <ButtonLink to={holdPath(offer.bookingCode)}>Go on to your booking</ButtonLink>
        )}
        {offer.state === 'booked' ? (
          <ButtonLink to="/book#find-booking">Find my booking</ButtonLink>
        ) : (
          <ButtonLink to={bookPath(search)}>
            {offer.state === 'taken' ? 'See dates near these' : 'Look at these dates'}
          </ButtonLink>
        )}
        <ButtonLink to="/book" variant="quiet">
          Find other nights
        </ButtonLink>
        {phone && (
          <a href={phoneHref} className={buttonClass('quiet')}>
            <Phone aria-hidden="true" className="size-5" />
            {phone}
          </a>
        )}
      </div>
    </section>
  );
}
