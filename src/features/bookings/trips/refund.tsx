import { formatMoney } from '../../../shared/money.ts';
import type { Cancellation } from '../record/trip.ts';

/** The refund of a guest who cancels, and its reason. */
export function Refund({ offer: { refund, why }, currency }: { offer: Cancellation; currency: string }) {
  return (
    <>
      <p className="text-slate">You get back</p>
      <p className="font-display text-4xl text-deep">{formatMoney(refund, currency)}</p>
      {why && <p className="mt-2 text-slate">{why}</p>}
      <p className="mt-3 text-slate">
        {refund > 0 && 'It goes back in the way in which you paid. '}Your nights are free for others at once.
      </p>
    </>
  );
}
