import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { formatDate } from '../../../shared/dates.ts';
import { ApiError } from '../../../shared/http/api-error.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { formatMoney } from '../../../shared/money.ts';
import { SmallButton } from '../../../ui/small-button.tsx';
import type { MovePreview, MoveRequest } from '../../bookings/moving/move.ts';
import { propertiesQuery } from '../bookings/queries.ts';

interface StayFieldsProps {
  stay: MoveRequest;
  /** The home that the stay is in; it may be listed no longer. */
  own: { slug: string; title: string };
  change(next: Partial<MoveRequest>): void;
}

const field =
  'mt-1.5 min-h-12 w-full min-w-0 rounded-xl border border-driftwood/70 bg-white px-4 py-2.5 text-base text-ink';

export function StayFields({ stay, own, change }: StayFieldsProps) {
  const { data: listed = [] } = useQuery(propertiesQuery);
  const homes = listed.some(({ slug }) => slug === own.slug) ? listed : [own, ...listed];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Labeled label="Check-in">
        {(id) => (
          <input
            id={id}
            type="date"
            required
            value={stay.checkin}
            onChange={({ target: { value } }) => change({ checkin: value })}
            className={field}
          />
        )}
      </Labeled>
      <Labeled label="Check-out">
        {(id) => (
          <input
            id={id}
            type="date"
            required
            min={stay.checkin}
            value={stay.checkout}
            onChange={({ target: { value } }) => change({ checkout: value })}
            className={field}
          />
        )}
      </Labeled>
      <Labeled label="Home">
        {(id) => (
          <select
            id={id}
            value={stay.property}
            onChange={({ target: { value } }) => change({ property: value })}
            className={field}
          >
            {homes.map(({ slug, title }) => (
              <option key={slug} value={slug}>
                {title}
              </option>
            ))}
          </select>
        )}
      </Labeled>
    </div>
  );
}

function Labeled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="font-semibold text-ink">
        {label}
      </label>
      {children(id)}
    </div>
  );
}

interface NearestProps {
  error: Error;
  choose(next: Partial<MoveRequest>): void;
}

/** Where the dates are taken: near ones that are free. */
export function Nearest({ error, choose }: NearestProps) {
  const { nearest } = error instanceof ApiError ? error.details : {};
  const stays = (Array.isArray(nearest) ? nearest : []).filter(isRecord);
  if (stays.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {stays.map(({ checkin, checkout }) => (
        <SmallButton
          key={String(checkin)}
          onClick={() => choose({ checkin: String(checkin), checkout: String(checkout) })}
        >
          {`${formatDate(String(checkin))} to ${formatDate(String(checkout))}`}
        </SmallButton>
      ))}
    </div>
  );
}

interface EffectProps {
  preview: MovePreview;
  name: string;
  email: string;
}

/** What the move does to the price and the guest's money, before it is made. */
export function Effect({ preview, name, email }: EffectProps) {
  const { from, to, difference, currency, overrides } = preview;
  const money = (amount: number) => formatMoney(amount, currency);
  const rows = [
    ['Now', from],
    ['After the move', to],
  ] as const;
  return (
    <div role="status" className="grid gap-3 rounded-xl bg-mist p-4">
      {rows.map(([label, stay]) => (
        <p key={label} className="flex flex-wrap justify-between gap-x-4">
          <span className="min-w-0 text-ink">
            <span className="block text-sm text-slate">{label}</span>
            {`${stay.property.title}, ${formatDate(stay.checkin)} to ${formatDate(stay.checkout)}`}
          </span>
          <span className="font-semibold text-ink tabular-nums">{money(stay.total)}</span>
        </p>
      ))}
      <p className="flex flex-wrap justify-between gap-x-4 border-t border-glass pt-3 font-semibold text-deep">
        <span>Difference</span>
        <span className="tabular-nums">{`${difference > 0 ? '+' : ''}${money(difference)}`}</span>
      </p>
      <p className="text-ink">{moneyText(preview, name)}</p>
      {overrides.length > 0 && (
        <ul aria-label="Rules for guests that you set aside" className="list-disc pl-5 text-ink">
          {overrides.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      )}
      <p className="text-slate">{`Mail to ${email}: “Your stay has moved”, with old and new dates and what it costs now.`}</p>
    </div>
  );
}

function moneyText({ refund, due, dueOn, currency }: MovePreview, name: string): string {
  if (refund > 0) return `${formatMoney(refund, currency)} goes back to ${name} at once.`;
  if (due === 0) return 'Nothing is to be paid.';
  const open = formatMoney(due, currency);
  return dueOn
    ? `${open} is charged to the stored card on ${formatDate(dueOn)}.`
    : `${name} gets a link to pay the open ${open}.`;
}
