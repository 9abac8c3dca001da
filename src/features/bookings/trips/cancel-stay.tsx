import { useState } from 'react';
import { ApiError } from '../../../shared/http/api-error.ts';
import { formatMoney } from '../../../shared/money.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { tripsClient } from './client.ts';
import type { Cancellation, Trip } from './trip.ts';

interface CancelStayProps {
  trip: Trip;
  onCancelled(): void;
}

/** Cancels a stay after the exact refund was shown. */
export function CancelStay({ trip: { code, currency }, onCancelled }: CancelStayProps) {
  const [offer, setOffer] = useState<Cancellation | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');

  async function attempt(act: () => Promise<void>) {
    setBusy(true);
    setProblem('');
    try {
      await act();
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'That did not work. Please try again.');
    }
    setBusy(false);
  }
  const look = async () => setOffer(await tripsClient().cancellation(code));
  const cancel = (refund: number) =>
    attempt(async () => {
      try {
        await tripsClient().cancel(code, refund);
      } catch (error) {
        if (error instanceof ApiError && error.details.reason === 'price_changed') await look();
        throw error;
      }
      setOffer(null);
      onCancelled();
    });

  return (
    <div className="mt-5">
      <Button look="quiet" disabled={isBusy} onClick={() => void attempt(look)}>
        Cancel this stay
      </Button>
      {problem && !offer && <Alert failed>{problem}</Alert>}
      {offer && (
        <Dialog
          title="Cancel this stay?"
          size="small"
          role="alertdialog"
          onClose={() => setOffer(null)}
          footer={
            <>
              <Button disabled={isBusy} onClick={() => void cancel(offer.refund)}>
                {isBusy ? 'Cancelling…' : 'Cancel my stay'}
              </Button>
              <Button look="quiet" data-autofocus onClick={() => setOffer(null)}>
                Keep my stay
              </Button>
            </>
          }
        >
          <p className="text-slate">You get back</p>
          <p className="font-display text-4xl text-deep">{formatMoney(offer.refund, currency)}</p>
          {offer.why && <p className="mt-2 text-slate">{offer.why}</p>}
          <p className="mt-3 text-slate">
            It goes to the card that you paid with. Your nights are free for others at once.
          </p>
          <div aria-live="assertive" className="mt-3">
            {problem && <Alert failed>{problem}</Alert>}
          </div>
        </Dialog>
      )}
    </div>
  );
}
