import { ButtonLink } from '../../../ui/button.tsx';

/** A link to find a booking again from any browser, with the code that is mailed to its address. */
export function FindBooking() {
  return (
    <section
      id="find-booking"
      aria-labelledby="find-title"
      className="mt-12 scroll-mt-24 flex flex-wrap items-center justify-between gap-5 rounded-3xl bg-sand p-6 sm:p-8"
    >
      <div className="min-w-0 grow basis-72">
        <h2 id="find-title" className="text-2xl text-deep">
          Find my booking
        </h2>
        <p className="mt-2 text-slate">
          Sign in with the e-mail address you booked with: we send you a code, and your trips are there.
        </p>
      </div>
      <ButtonLink to="/login?returnUrl=/account" variant="quiet">
        Find my booking
      </ButtonLink>
    </section>
  );
}
