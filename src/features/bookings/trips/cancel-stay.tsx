import { useState } from 'react';
import { formatMoney } from '../../../shared/money.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { useFormSubmit } from '../../../ui/forms/use-form-submit.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import type { Trip } from '../record/trip.schema.server.ts';
import type { Cancellation } from '../record/trip.ts';
import { tripPath } from '../record/trip-paths.ts';
import { trip as tripCalls } from './calls.ts';
import { isNewRefund, submitCancellation } from './submit-cancellation.ts';

interface CancelStayProps {
  trip: Trip;
  /** The refund and the error, for forms without scripts. */
  offered: Cancellation | null;
  failure: string;
  /** Called when the stay is cancelled, here or elsewhere. */
  onCancelled(): void;
}

/** Of the form that each button of the cancellation sends, that of the dialog, too. */
const formId = 'cancel-form';

/** Cancels a stay after the exact refund was shown. */
export function CancelStay({ trip: { code, currency }, offered, failure, onCancelled }: CancelStayProps) {
  const [offer, setOffer] = useState<Cancellation | null>(null);
  const { sending, problem, submit } = useFormSubmit(
    failure,
    async (form) => {
      const next = await submitCancellation(form, code);
      setOffer(next);
      if (!next) onCancelled();
    },
    async (rejection) => {
      if (isNewRefund(rejection)) setOffer(await tripCalls.cancellation({ code }).catch(() => offer));
      else onCancelled();
    },
  );
  const isBusy = sending !== '';

  if (offered) return <PlainCancelForm code={code} currency={currency} offered={offered} failure={failure} />;
  return (
    <div className="mt-5">
      <form id={formId} method="post" action={`${tripPath(code)}#cancel`} onSubmit={submit}>
        {offer && <input type="hidden" name="refund" value={offer.refund} />}
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
              <Button type="submit" form={formId} name="intent" value="cancel" disabled={isBusy}>
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
