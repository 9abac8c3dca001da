import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { pluralize } from '../../../shared/text/text.ts';
import { Alert } from '../../../ui/alert.tsx';
import { useServerClock, useServerNow } from '../../../ui/browser/use-server-now.ts';
import { Button } from '../../../ui/button.tsx';
import { useFormSubmit } from '../../../ui/forms/use-form-submit.ts';
import { PaymentLink } from '../../payments/payment-link.tsx';
import { openPaymentPage, type PaymentPage } from '../../payments/payment-page.ts';
import type { StaySearch } from '../book/stay-search.ts';
import { holdPath } from '../record/trip-paths.ts';
import { liveHolds, trip as tripCalls } from '../trips/calls.ts';
import type { LiveHolds } from '../trips/contract.server.ts';

interface HoldNoticeProps {
  /** What this browser held when the page was loaded; `null` where it did not load them. */
  initial: LiveHolds | null;
  search: StaySearch;
}

/** Says that this browser holds the stay in view, with the ways to pay for it and to let it go; both work without scripts. */
export function HoldNotice({ initial, search }: HoldNoticeProps) {
  const { holds, reload } = useHolds(initial);
  const hold = holds?.holds.find(
    ({ property, checkin, checkout }) =>
      property.slug === search.property && checkin === search.checkin && checkout === search.checkout,
  );
  const left = useMinutesLeft(hold?.holdExpiresAt ?? null, holds?.now ?? '');
  if (!hold || left <= 0) return null;
  return (
    <section
      aria-label="Your hold"
      className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-4 rounded-3xl bg-mist p-5 sm:p-7"
    >
      <Clock aria-hidden="true" className="size-8 shrink-0 text-gulf max-sm:hidden" />
      <div className="min-w-0 grow basis-64">
        <h2 className="text-2xl text-deep">Held for you, {pluralize(left, 'minute')} left</h2>
        <p className="mt-1 text-slate">You have begun to book these nights. Pay for them, or let them go.</p>
      </div>
      <HoldForms key={hold.code} code={hold.code} onReleased={reload} />
    </section>
  );
}

/** The holds, read again where the browser shows the page as it was left. */
function useHolds(initial: LiveHolds | null) {
  const [holds, setHolds] = useState(initial);
  const [loaded, setLoaded] = useState(initial);
  if (loaded !== initial) {
    setLoaded(initial);
    setHolds(initial);
  }
  const reload = async () => {
    await liveHolds.list({}).then(setHolds, () => {});
  };
  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) =>
      event.persisted && void liveHolds.list({}).then(setHolds);
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, []);
  return { holds, reload };
}

const tickMs = 10_000;

function useMinutesLeft(until: string | null, readAt: string): number {
  useServerClock(readAt);
  const now = useServerNow(tickMs) ?? Date.parse(readAt);
  return until === null ? 0 : Math.ceil((Date.parse(until) - now) / 60_000);
}

function HoldForms({ code, onReleased }: { code: string; onReleased(): Promise<void> }) {
  const [payment, setPayment] = useState<PaymentPage>();
  const { sending, problem, submit } = useFormSubmit(
    '',
    async (form) => {
      if (form.get('intent') === 'pay')
        return setPayment(await openPaymentPage(async () => (await tripCalls.checkout({ code })).url));
      await tripCalls.release({ code });
      await onReleased();
    },
    onReleased,
  );
  const isBusy = sending !== '';
  return (
    <form method="post" action={holdPath(code)} onSubmit={submit} className="grid gap-3">
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="intent" value="pay" disabled={isBusy}>
          {sending === 'pay' ? 'Opening the payment page…' : 'Pay now'}
        </Button>
        <Button type="submit" name="intent" value="release" variant="quiet" disabled={isBusy}>
          {sending === 'release' ? 'Letting go…' : 'Let these nights go'}
        </Button>
      </div>
      <PaymentLink page={payment} />
      <div aria-live="assertive" className="empty:hidden">
        {problem && <Alert failed>{problem}</Alert>}
      </div>
    </form>
  );
}
