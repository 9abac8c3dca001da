import { useEffect, useRef, useState } from 'react';
import { formatMoney } from '../../../shared/money.ts';
import { Button } from '../../../ui/button.tsx';
import { Choice } from '../../../ui/forms/choice.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import type { QuotedExtra } from '../quotes/contract.server.ts';
import { StayForm } from './stay-link.tsx';
import { readExtras, type StaySearch, searchParams } from './stay-search.ts';

/** No phone. */
const wide = '(width >= 48rem)';

interface ExtrasChoiceProps {
  search: StaySearch;
  extras: readonly QuotedExtra[];
  currency: string;
  /** Extras that the URL selects and that are not offered. */
  problem: string;
  onSearch(search: StaySearch): void;
}

/** Reads the extras from a form, with quantities of at most their maximum. */
function readChosen(form: HTMLFormElement, extras: readonly QuotedExtra[]) {
  const typed = readExtras(new URLSearchParams(new FormData(form) as never));
  return typed.map(({ id, quantity }) => {
    const available = extras.find((extra) => extra.id === id)?.maxQuantity ?? 1;
    return { id, quantity: Math.min(quantity, available) };
  });
}

/** The extras that a guest may add to the stay; none is selected at first. On phones the list is collapsed until one is. */
export function ExtrasChoice({ search, extras, currency, problem, onSearch }: ExtrasChoiceProps) {
  const { extras: _, ...others } = search;
  const isChosen = extras.some(({ chosen }) => chosen > 0);
  const [isOpen, setOpen] = useState(isChosen || problem !== '');
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => {
    setHydrated(true);
    if (problem !== '' || window.matchMedia(wide).matches) setOpen(true);
  }, [problem]);
  const form = useRef<HTMLFormElement>(null);
  const read = () => (form.current ? readChosen(form.current, extras) : []);
  const choose = () => {
    const chosen = read();
    onSearch({ ...others, extras: chosen.length > 0 ? chosen : undefined });
  };
  const isRead = useRef(false);
  useEffect(() => {
    if (isRead.current) return;
    isRead.current = true;
    // A choice made before hydration fired no event in React.
    const first = extras.flatMap(({ id, chosen }) => (chosen > 0 ? { id, quantity: chosen } : []));
    if (form.current && JSON.stringify(read()) !== JSON.stringify(first)) choose();
  });
  if (extras.length === 0 && problem === '') return null;
  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      // A wide page shows it open before the scripts have opened it, and nothing below moves.
      className={`mt-5 border-t border-dune pt-4 ${isHydrated ? '' : 'md:[&::details-content]:[content-visibility:visible]'}`}
    >
      <summary className="min-h-11 content-center font-semibold text-ink">Add to your stay</summary>
      {problem !== '' && (
        <p role="status" className="mt-1 font-medium text-danger">
          {problem}
        </p>
      )}
      <StayForm
        action="/book"
        ref={form}
        aria-label="Add to your stay"
        className="mt-1"
        onSubmit={(event) => {
          event.preventDefault();
          choose();
        }}
        onChange={choose}
        noValidate
      >
        {[...searchParams(others)].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <ul className="divide-y divide-dune">
          {extras.map((extra) => (
            <li key={extra.id}>
              <ExtraField extra={extra} currency={currency} />
            </li>
          ))}
        </ul>
        <noscript>
          <Button type="submit" variant="quiet" className="mt-3 w-full">
            Show the new price
          </Button>
        </noscript>
      </StayForm>
    </details>
  );
}

interface ExtraFieldProps {
  extra: QuotedExtra;
  currency: string;
}

/** A box for what is added once, a number for pieces. */
function ExtraField({ extra, currency }: ExtraFieldProps) {
  const { id, label, description, amount, taxes, maxQuantity, chosen } = extra;
  const input = useRef<HTMLInputElement>(null);
  const isCount = maxQuantity > 1;
  const applied = useRef(chosen);
  // Back and forward bring another choice; what is being typed stays, and what was chosen before the scripts came.
  useEffect(() => {
    const field = input.current;
    const isSame = applied.current === chosen;
    applied.current = chosen;
    if (!field || isSame || document.activeElement === field) return;
    if (isCount) field.value = String(chosen);
    else field.checked = chosen > 0;
  }, [chosen, isCount]);
  const price = formatMoney(amount + taxes, currency);
  const each = isCount && chosen === 0 ? ' each' : '';
  const field = { id: `choose-${id}`, 'aria-describedby': `about-${id}`, ref: input };
  const name = <span className="text-base font-semibold wrap-anywhere text-ink">{label}</span>;
  return (
    <div className="py-2">
      {isCount ? (
        <Field id={field.id} label={name} size="inline" className="flex-row-reverse justify-end gap-3">
          {({ className }) => (
            <input
              {...field}
              type="number"
              name={`extra-${id}`}
              min={0}
              max={maxQuantity}
              inputMode="numeric"
              defaultValue={chosen}
              className={`${className} w-16 shrink-0`}
            />
          )}
        </Field>
      ) : (
        <Choice
          {...field}
          type="checkbox"
          name="extra"
          value={`${id}:1`}
          defaultChecked={chosen > 0}
          className="cursor-pointer"
        >
          {name}
        </Choice>
      )}
      <p id={`about-${id}`} className={`text-slate ${isCount ? 'pl-19' : 'pl-8'}`}>
        <span className="tabular-nums">
          {price}
          {each}
          {taxes > 0 && ', taxes included'}
          {isCount && `; at most ${maxQuantity}`}
        </span>
        {description && <span className="block wrap-anywhere">{description}</span>}
      </p>
    </div>
  );
}
