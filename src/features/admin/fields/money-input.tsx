import { useState } from 'react';
import { parseAmount, toAmountText } from '../../../shared/amount.ts';
import { isBlankText } from '../../../shared/forms/blank.ts';
import { fieldProps, type InputControl, toText } from './field-props.ts';

/** Parses an amount, which may be negative, to minor units; other text stays text, for validation to reject. */
export function parseMoney(text: string): number | string | undefined {
  if (isBlankText(text)) return undefined;
  const [, minus, amount = ''] = /^([-−]?)(.*)$/s.exec(text.trim()) ?? [];
  const cents = parseAmount(amount);
  if (cents === null) return text.trim();
  return minus ? -cents : cents;
}

const toMoneyText = (value: unknown): string =>
  typeof value === 'number' ? toAmountText(value) : toText(value);

/** The sign of a currency; its code where it has none or is not valid. */
function currencySign(currency: string): string {
  try {
    const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency }).formatToParts(0);
    return parts.find(({ type }) => type === 'currency')?.value ?? currency;
  } catch {
    return currency.toUpperCase();
  }
}

/** An amount of money, typed and shown in whole units of its currency: `175` is 17500. */
export function MoneyInput(control: InputControl) {
  const { value, isSmall, currency = 'usd', onChange } = control;
  const [typed, setTyped] = useState(() => toMoneyText(value));
  // The typed text does not change while it means the value, so that the caret does not jump.
  const text = (parseMoney(typed) ?? null) === (value ?? null) ? typed : toMoneyText(value);
  const props = fieldProps(control);
  const input = (
    <input
      {...props}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      value={text}
      className={isSmall ? props.className : `${props.className} pl-12 tabular-nums`}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(parseMoney(target.value));
      }}
      onBlur={() => setTyped(toMoneyText(value))}
    />
  );
  if (isSmall) return input;
  return (
    <div className="relative">
      {input}
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-0 grid w-12 place-items-center text-slate"
      >
        {currencySign(currency)}
      </span>
    </div>
  );
}
