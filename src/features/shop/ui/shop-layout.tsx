import { CreditCard, MessageCircle, Waves } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../../ui/button.tsx';

const promises = [
  [Waves, 'Steps from the sand'],
  [CreditCard, 'Secure card payment'],
  [MessageCircle, 'Dates agreed within 24 hours'],
] as const;

/** What stands around the products: the heading, and a way to ask when none of them fits. */
export function ShopFrame({ children }: { children: ReactNode }) {
  return (
    <div className="page-width pt-12 pb-20 sm:pt-20 sm:pb-28">
      <header className="max-w-3xl">
        <p className="mb-3 text-sm font-semibold tracking-[0.14em] text-gulf uppercase">Stays</p>
        <h1 className="text-4xl text-deep sm:text-5xl lg:text-6xl">Book Your Panama City Beach Rental</h1>
        <p className="mt-5 max-w-2xl text-lg text-slate sm:text-xl">
          Choose a stay and pay by card. We write to you within a day to settle your dates and everything
          else.
        </p>
        <ul className="mt-6 flex flex-wrap gap-x-7 gap-y-2 font-medium text-ink">
          {promises.map(([Icon, words]) => (
            <li key={words} className="flex items-center gap-2">
              <Icon aria-hidden="true" className="size-5 text-lagoon" />
              {words}
            </li>
          ))}
        </ul>
      </header>
      <div className="mt-10 sm:mt-14">{children}</div>
      <aside
        aria-labelledby="ask-title"
        className="mt-16 flex flex-col items-start gap-6 rounded-3xl bg-sand p-7 sm:mt-24 sm:p-12 md:flex-row md:items-center md:justify-between"
      >
        <div className="max-w-xl">
          <h2 id="ask-title" className="text-3xl text-deep sm:text-4xl">
            Not sure which stay fits?
          </h2>
          <p className="mt-3 text-lg text-slate">
            Tell us when you would like to come and who is coming along. We know every corner of these homes,
            and answer within 24 hours.
          </p>
        </div>
        <ButtonLink to="/#contact" className="shrink-0 px-8 text-lg">
          Get in Touch
        </ButtonLink>
      </aside>
    </div>
  );
}
