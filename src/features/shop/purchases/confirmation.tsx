import { CalendarDays } from 'lucide-react';
import { useEffect } from 'react';
import { formatDate } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { OnOneLine, UnbrokenText } from '../../../ui/unbroken-text.tsx';
import { track } from '../../analytics/track.ts';
import { ProductImage } from '../products/product-image.tsx';
import {
  BulletList,
  CheckoutLayout,
  ContactLinks,
  PageActions,
  Panel,
  SideBySide,
} from '../ui/checkout-layout.tsx';
import { type ConfirmedPurchase, purchaseEvent } from './purchase.ts';

export function Confirmation({ purchase }: { purchase: ConfirmedPurchase }) {
  useEffect(() => {
    track(purchaseEvent(purchase));
    if (purchase.type === 'subscription') console.log('Subscription purchase: the backend persists it');
  }, [purchase]);
  return (
    <CheckoutLayout
      variant="bright"
      title="Booking Confirmed!"
      lead="Thank you for booking with us. Your payment has arrived, and the Gulf is waiting for you."
    >
      <BookingDetails purchase={purchase} />
      <SideBySide>
        <Panel title="What's Next?" variant="sea">
          <p>
            Our team will contact you within 24 hours to finalize your booking and your check-in. If you would
            like to reach us before that:
          </p>
          <ContactLinks className="mt-3" />
        </Panel>
        <Panel title="Important Information" variant="sand">
          <BulletList
            items={[
              'A confirmation e-mail with your receipt is on its way to you.',
              'We arrange check-in and check-out times with you personally.',
              'You receive the property access information before your arrival.',
              'For urgent questions, please call us: we are glad to hear from you.',
            ]}
          />
        </Panel>
      </SideBySide>
      <PageActions>
        <ButtonLink to="/account">View My Bookings</ButtonLink>
        <ButtonLink to="/shop" variant="quiet">
          Book Another Property
        </ButtonLink>
      </PageActions>
    </CheckoutLayout>
  );
}

function BookingDetails({
  purchase: { product, type, expiresAt, amount, currency },
}: {
  purchase: ConfirmedPurchase;
}) {
  return (
    <section className="grid overflow-hidden rounded-3xl bg-white shadow-card md:grid-cols-2">
      <ProductImage
        product={product}
        eager
        sizes="(min-width: 56rem) 28rem, 100vw"
        className="h-64 md:h-full md:min-h-80"
      />
      <div className="flex flex-col gap-4 p-6 sm:p-9">
        <h2 className="font-sans text-sm font-semibold tracking-[0.14em] text-gulf uppercase">
          Booking Details
        </h2>
        <p className="font-display text-3xl leading-tight text-balance wrap-anywhere text-deep">
          <UnbrokenText>{product.name}</UnbrokenText>
        </p>
        <p className="text-slate">{product.description}</p>
        {type === 'subscription' && expiresAt && (
          <div className="flex gap-4 rounded-2xl bg-mist p-4">
            <CalendarDays aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-gulf" />
            <div>
              <h3 className="font-sans font-semibold tracking-normal text-deep">Booking Period</h3>
              <p className="mt-1 text-ink">
                Valid until: <OnOneLine>{formatDate(expiresAt)}</OnOneLine>
              </p>
              <p className="mt-1 text-slate">
                Your card is charged again then, until you cancel: call us or write to us.
              </p>
            </div>
          </div>
        )}
        {amount !== undefined && (
          <p className="mt-auto flex justify-between gap-4 border-t border-dune/70 pt-4 text-ink">
            Paid by card
            <span className="font-semibold text-deep">{formatMoney(amount, currency)}</span>
          </p>
        )}
      </div>
    </section>
  );
}
