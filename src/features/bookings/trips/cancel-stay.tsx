import { lazy, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Alert, ErrorAlert } from '../../../ui/alert.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { useFormSubmit } from '../../../ui/forms/use-form-submit.ts';
import type { Trip } from '../record/trip.schema.server.ts';
import type { Cancellation } from '../record/trip.ts';
import { tripPath } from '../record/trip-paths.ts';
import { trip as tripCalls } from './calls.ts';
import { Refund } from './refund.tsx';
import { isNewRefund, submitCancellation } from './submit-cancellation.ts';

const CancelDialog = lazy(() => import('./cancel-dialog.tsx'));

interface CancelStayProps {
  trip: Trip;
  /** The refund and the error, for forms without scripts. */
  offered: Cancellation | null;
  failure: string;
  /** Called when the stay is cancelled, here or elsewhere. */
  onCancelled(): void;
}

/** The id of the form that each button of the cancellation sends, including that of the dialog. */
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
  const opener = useRef<HTMLButtonElement>(null);
  /** The button is disabled while the refund is added up, so it has lost the focus before the dialog opens. */
  function closeDialog() {
    flushSync(() => setOffer(null));
    opener.current?.focus();
  }

  if (offered) return <PlainCancelForm code={code} currency={currency} offered={offered} failure={failure} />;
  return (
    <div className="mt-5">
      <form id={formId} method="post" action={`${tripPath(code)}#cancel`} onSubmit={submit}>
        {offer && <input type="hidden" name="refund" value={offer.refund} />}
        <Button
          ref={opener}
          type="submit"
          name="intent"
          value="cancellation"
          variant="quiet"
          disabled={isBusy}
        >
          {isBusy && !offer ? 'Adding up your refund…' : 'Cancel this stay'}
        </Button>
      </form>
      {problem && !offer && <ErrorAlert>{problem}</ErrorAlert>}
      {offer && (
        <Suspense>
          <CancelDialog
            offer={offer}
            currency={currency}
            formId={formId}
            isBusy={isBusy}
            problem={problem}
            onClose={closeDialog}
          />
        </Suspense>
      )}
    </div>
  );
}

interface PlainCancelFormProps extends Pick<CancelStayProps, 'failure'> {
  code: string;
  currency: string;
  offered: Cancellation;
}

/** The question of the dialog for a form that was sent without scripts. */
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
        <Button type="submit" name="intent" value="cancel" variant="danger">
          Cancel my stay
        </Button>
        <ButtonLink to={tripPath(code)} variant="quiet">
          Keep my stay
        </ButtonLink>
      </div>
    </form>
  );
}
