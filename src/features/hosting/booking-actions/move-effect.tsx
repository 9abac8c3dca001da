import { formatDate } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import type { MovePreview } from '../../bookings/moving/contract.server.ts';
import type { HostedDetail } from '../bookings/contract.server.ts';
import { MailNote } from './mail-note.tsx';
import { formatDisputed, formatPayLink } from './mail-texts.ts';

interface EffectProps {
  preview: MovePreview;
  guest: Pick<HostedDetail, 'name' | 'email'>;
}

/** The effect of a move on the price and the guest's payments, before it is made. */
export function Effect({ preview, guest }: EffectProps) {
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
      {paidBackText(preview) && <p className="text-ink">{paidBackText(preview)}</p>}
      <p className="text-ink">{moneyText(preview, guest)}</p>
      {overrides.length > 0 && (
        <ul aria-label="Rules for guests that you set aside" className="list-disc pl-5 text-ink">
          {overrides.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      )}
      <MailNote
        email={guest.email}
        mail="“Your stay has moved”, with old and new dates and what it costs now"
      />
    </div>
  );
}

/** The earlier refund by hosts, so that it is not refunded a second time by mistake. */
function paidBackText({ waived = 0, counted = 0, currency }: MovePreview): string {
  const money = (amount: number) => formatMoney(amount, currency);
  const beside = waived - counted;
  return [
    counted > 0 && `${money(counted)} of the difference went back before, with a refund of yours.`,
    beside > 0 && `${money(beside)} that you refunded before stay with the guest beside the difference.`,
  ]
    .filter(Boolean)
    .join(' ');
}

function moneyText(
  { refund, due, dueOn, isDisputed, hasCard = true, currency }: MovePreview,
  guest: EffectProps['guest'],
): string {
  if (refund > 0) return `${formatMoney(refund, currency)} goes back to ${guest.name}.`;
  if (due === 0) return 'Nothing is to be paid.';
  const open = formatMoney(due, currency);
  if (isDisputed) return formatDisputed(open);
  if (dueOn && hasCard) return `${open} is charged to the stored card on ${formatDate(dueOn)}.`;
  return dueOn
    ? `${open} is due on ${formatDate(dueOn)}. No card is stored, so ${formatPayLink(guest, 'it')}.`
    : `${formatPayLink(guest, `the open ${open}`)}.`;
}
