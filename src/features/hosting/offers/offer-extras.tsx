import { formatMoney } from '../../../shared/money.ts';
import { Choice } from '../../../ui/forms/choice.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import type { QuotedExtra } from '../../bookings/quotes/contract.server.ts';

/** How many pieces of each extra are chosen, by its id. */
export type Quantities = Readonly<Record<string, number>>;

interface OfferExtrasProps {
  extras: readonly QuotedExtra[];
  currency: string;
  quantities: Quantities;
  set(quantities: Quantities): void;
}

/** The extras that hosts add to an offer, which its price includes. */
export const OfferExtras = ({ extras, currency, quantities, set }: OfferExtrasProps) =>
  extras.map(({ id, label, amount, taxes, maxQuantity, chosen }) => {
    const price = formatMoney(amount + taxes, currency);
    const choose = (quantity: number) => set({ ...quantities, [id]: quantity });
    if (maxQuantity === 1)
      return (
        <Choice
          key={id}
          type="checkbox"
          checked={(quantities[id] ?? 0) > 0}
          onChange={({ target }) => choose(target.checked ? 1 : 0)}
        >
          <span className="font-semibold">{label}</span> <span className="text-slate">{price}</span>
        </Choice>
      );
    return (
      <Field key={id} label={label} hint={`${price}${chosen > 0 ? '' : ' each'}; at most ${maxQuantity}`}>
        {(field) => (
          <input
            {...field}
            type="number"
            min={0}
            max={maxQuantity}
            value={quantities[id] ?? 0}
            onChange={({ target }) =>
              choose(Math.min(maxQuantity, Math.max(0, Math.trunc(Number(target.value)))))
            }
          />
        )}
      </Field>
    );
  });
