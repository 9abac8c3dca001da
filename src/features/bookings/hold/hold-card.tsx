import { Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatMoney } from '../../../shared/money.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { Alert } from '../../../ui/alert.tsx';
import { useServerClock, useServerNow } from '../../../ui/browser/use-server-now.ts';
import { Button } from '../../../ui/button.tsx';
import { useFormSubmit } from '../../../ui/forms/use-form-submit.ts';
import { PaymentLink } from '../../payments/payment-link.tsx';
import { openPaymentPage, type PaymentPageState } from '../../payments/payment-page.ts';
import { partyText } from '../book/stay-text.ts';
import { holdPath } from '../record/trip-paths.ts';
import { trip as tripCalls } from '../trips/calls.ts';
import type { LiveHolds } from '../trips/contract.server.ts';

/** How a hold ended while its page was open. */
export interface EndedHold {
  /** The message for its guest. */
  message: string;
  isFailure: boolean;
}

interface HoldCardProps {
  hold: LiveHolds['holds'][number];
  /** The moment at which the hold was read, by the server's clock. */
  readAt: string;
  /** Whether the page around it is not about the home of the hold. */
  isNamed: boolean;
  onEnd(ended: EndedHold): Promise<void>;
}

/** The time for which this browser holds nights, with forms to pay for them and to release them, which work without scripts. */
export function HoldCard({ hold, readAt, isNamed, onEnd }: HoldCardProps) {
  const { code, property, total, dueNow, currency } = hold;
  const left = useMinutesLeft(hold.holdExpiresAt, readAt);
  const isOver = left <= 0;
  // The page shows its form again once the nights are held no longer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (isOver) void onEnd({ message: 'The time to pay is over.', isFailure: true });
  }, [isOver]);
  if (isOver) return null;
  return (
    <section aria-label="Your hold" className="@container rounded-3xl bg-mist p-5 sm:p-7">
      <div className="flex flex-col gap-4 @3xl:flex-row @3xl:items-center @3xl:gap-6">
        <Clock aria-hidden="true" className="hidden size-8 shrink-0 text-gulf @3xl:block" />
        <div className="min-w-0 grow">
          <h2 className="text-2xl text-deep">Held for you, {pluralize(left, 'minute')} left</h2>
          <p className="mt-1 text-xl font-semibold text-ink">
            {formatMoney(dueNow, currency)} now
            {dueNow < total && `, ${formatMoney(total - dueNow, currency)} later`}
          </p>
          <p className="mt-1 text-slate">
            {`You have begun to book these nights${isNamed ? ` in ${property.title}` : ''} for ${partyText(hold)}. Pay for them, or let them go.`}
          </p>
        </div>
        <HoldForms code={code} onEnd={onEnd} />
      </div>
    </section>
  );
}

const tickMs = 10_000;

function useMinutesLeft(until: string | null, readAt: string): number {
  useServerClock(readAt);
  const now = useServerNow(tickMs) ?? Date.parse(readAt);
  return until === null ? 0 : Math.ceil((Date.parse(until) - now) / 60_000);
}

function HoldForms({ code, onEnd }: { code: string } & Pick<HoldCardProps, 'onEnd'>) {
  const [payment, setPayment] = useState<PaymentPageState>();
  const { sending, problem, submit } = useFormSubmit(
    '',
    async (form) => {
      if (form.get('intent') === 'pay')
        return setPayment(await openPaymentPage(async () => (await tripCalls.checkout({ code })).url));
      await tripCalls.release({ code });
      await onEnd({ message: 'These nights were let go.', isFailure: false });
    },
    // The hold may have ended elsewhere; one that has not keeps its card, with the message.
    ({ message }) => onEnd({ message, isFailure: true }),
  );
  const isBusy = sending !== '';
  return (
    <form method="post" action={holdPath(code)} onSubmit={submit} className="grid shrink-0 gap-3">
      <div className="grid gap-3 @md:flex">
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
