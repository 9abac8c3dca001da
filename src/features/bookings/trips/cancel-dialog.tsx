import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import type { Cancellation } from '../record/trip.ts';
import { Refund } from './refund.tsx';

interface CancelDialogProps {
  offer: Cancellation;
  currency: string;
  /** The id of the form that its button sends. */
  formId: string;
  isBusy: boolean;
  problem: string;
  onClose(): void;
}

/** Asks whether to cancel a stay, with the exact refund. */
export default function CancelDialog({
  offer,
  currency,
  formId,
  isBusy,
  problem,
  onClose,
}: CancelDialogProps) {
  return (
    <Dialog
      title="Cancel this stay?"
      size="small"
      role="alertdialog"
      onClose={() => !isBusy && onClose()}
      footer={
        <>
          <Button type="submit" form={formId} name="intent" value="cancel" variant="danger" disabled={isBusy}>
            {isBusy ? 'Cancelling…' : 'Cancel my stay'}
          </Button>
          <Button variant="quiet" data-autofocus disabled={isBusy} onClick={onClose}>
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
  );
}
