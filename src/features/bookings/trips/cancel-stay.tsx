import { useState } from 'react';
import { ApiError } from '../../../shared/http/api-error.ts';
import { formatMoney } from '../../../shared/money.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import type { Trip } from '../record/trip.schema.server.ts';
import type { Cancellation } from '../record/trip.ts';
import { tripPath } from '../record/trip-paths.ts';
import { trip as tripCalls } from './calls.ts';

interface CancelStayProps {
  trip: Trip;
  /** The refund and what went wrong, where forms without scripts asked for them. */
  offered: Cancellation | null;
  failure: string;
  /** Called when the stay is cancelled, here or elsewhere. */
  onCancelled(): void;
}

const isNewFigure = (error: unknown): boolean =>
  error instanceof ApiError && error.details.reason === 'price_changed';

/** Cancels a stay after the exact refund was shown. */
export function CancelStay({ trip: { code, currency }, offered, failure, onCancelled }: CancelStayProps) {
  const [offer, setOffer] = useState<Cancellation | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState(failure);

  async function attempt(act: () => Promise<void>) {
    setBusy(true);
    setProblem('');
    try {
      await act();
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'That did not work. Please try again.');
      if (error instanceof ApiError && error.status === 409 && !isNewFigure(error)) onCancelled();
    }
    setBusy(false);
  }
  const loadOffer = async () => setOffer(await tripCalls.cancellation({ code }));
  const cancel = (refund: number) =>
    attempt(async () => {
      try {
        await tripCalls.cancel({ code, json: { refund } });
      } catch (error) {
        if (isNewFigure(error)) await loadOffer();
        throw error;
      }
      setOffer(null);
      onCancelled();
    });

  if (offered) return <PlainCancelForm {...{ code, currency, offered, failure }} />;
  return (
    <div className="mt-5">
      <form
        method="post"
        action={`${tripPath(code)}#cancel`}
        onSubmit={(event) => {
          event.preventDefault();
          void attempt(loadOffer);
        }}
      >
        <Button type="submit" name="intent" value="cancellation" variant="quiet" disabled={isBusy}>
          {isBusy && !offer ? 'Adding up your refund…' : 'Cancel this stay'}
        </Button>
      </form>
      {problem && !offer && <Alert failed>{problem}</Alert>}
      {offer && (
        <Dialog
          title="Cancel this stay?"
          size="small"
          role="alertdialog"
          onClose={() => !isBusy && setOffer(null)}
          footer={
            <>
              <Button disabled={isBusy} onClick={() => void cancel(offer.refund)}>
                {isBusy ? 'Cancelling…' : 'Cancel my stay'}
              </Button>
              <Button variant="quiet" data-autofocus disabled={isBusy} onClick={() => setOffer(null)}>
                Keep my stay
              </Button>
            </>
          }
        >
          <Refund offer={offer} currency={currency} />
          <div aria-live="assertive" className="mt-3">
            {problem && <Alert failed>{problem}</Alert>}
          </div>
        </Dialog>
      )}
    </div>
  );
}

function Refund({ offer: { refund, why }, currency }: { offer: Cancellation; currency: string }) {
  return (
    <>
      <p className="text-slate">You get back</p>
      <p className="font-display text-4xl text-deep lining-nums">{formatMoney(refund, currency)}</p>
      {why && <p className="mt-2 text-slate">{why}</p>}
      <p className="mt-3 text-slate">
        {refund > 0 && 'It goes back in the way in which you paid. '}Your nights are free for others at once.
      </p>
    </>
  );
}

interface PlainCancelFormProps extends Pick<CancelStayProps, 'failure'> {
  code: string;
  currency: string;
  offered: Cancellation;
}

/** The question of the dialog, where the form was sent without scripts. */
function PlainCancelForm({ code, currency, offered, failure }: PlainCancelFormProps) {
  return (
    <form
      method="post"
      action={tripPath(code)}
      id="cancel"
      className="mt-5 scroll-mt-24 rounded-2xl bg-sand p-5"
    >
      <h3 className="mb-3 text-xl text-deep">Cancel this stay?</h3>
      {failure && <Alert failed>{failure}</Alert>}
      <Refund offer={offered} currency={currency} />
      <input type="hidden" name="refund" value={offered.refund} />
      <div className="mt-4 flex flex-wrap gap-3">
        <Button type="submit" name="intent" value="cancel">
          Cancel my stay
        </Button>
        <ButtonLink to={tripPath(code)} variant="quiet">
          Keep my stay
        </ButtonLink>
      </div>
    </form>
  );
}
