import { formatMoney } from '../../../shared/money.ts';
import { Amount } from '../../../ui/forms/amount.tsx';
import { Choice } from '../../../ui/forms/choice.tsx';
import { Field } from '../../../ui/forms/field.tsx';

export interface PhonePayment {
  kind: 'elsewhere' | 'link';
  how: string;
  /** The amount that the host typed; `null`: the whole price. */
  amount: string | null;
}

interface PaymentFieldsProps {
  payment: PhonePayment;
  amountText: string;
  /** The open amount in cents; `null` while there is no price. */
  rest: number | null;
  problems: Record<string, string>;
  change(next: Partial<PhonePayment>): void;
}

const methods = [
  { kind: 'link', label: 'By card, with a link', text: 'The nights are held for 24 hours.' },
  {
    kind: 'elsewhere',
    label: 'Paid already in another way',
    text: 'Cash, a check, a transfer: confirmed at once.',
  },
] as const;

export function PaymentFields({ payment, amountText, rest, problems, change }: PaymentFieldsProps) {
  return (
    <>
      <div role="radiogroup" aria-label="How the stay is paid" className="grid gap-2 sm:grid-cols-2">
        {methods.map(({ kind, label, text }) => (
          <Choice
            key={kind}
            type="radio"
            variant="card"
            name="payment"
            value={kind}
            checked={payment.kind === kind}
            onChange={() => change({ kind })}
          >
            <span>
              <span className="block font-semibold text-ink">{label}</span>
              <span className="block text-slate">{text}</span>
            </span>
          </Choice>
        ))}
      </div>
      {payment.kind === 'elsewhere' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="How it was paid" hint="The guest reads it." problem={problems.how}>
            {(field) => (
              <input
                {...field}
                maxLength={100}
                placeholder="Cash"
                value={payment.how}
                onChange={({ target }) => change({ how: target.value })}
              />
            )}
          </Field>
          <Amount
            label="Amount, in dollars"
            hint={
              rest !== null && rest > 0
                ? `${formatMoney(rest, 'usd')} stays open, with a link to pay it.`
                : ''
            }
            problem={problems.amount}
            text={amountText}
            change={(amount) => change({ amount })}
          />
        </div>
      )}
    </>
  );
}
