import { Printer } from 'lucide-react';
import { formatDate, formatDateTime } from '../../../shared/dates.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { telHref } from '../../../shared/text/phone.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { CopyLink } from '../../../ui/copy-link.tsx';
import { SmallButtonLink } from '../../../ui/small-button.tsx';
import { arrivalFacts } from '../../bookings/arrival-details/arrival-details.ts';
import { graceText } from '../../bookings/pricing/cancellation-text.ts';
import { tripPath } from '../../bookings/record/trip-paths.ts';
import { formatTime } from '../../listings/property-detail.ts';
import type { HostedDetail } from '../bookings/contract.server.ts';
import { AccessCodeForm } from './access-code-form.tsx';
import { Fact, Panel } from './panel.tsx';

interface BookingProps {
  booking: HostedDetail;
}

const sources = {
  site: 'the guest on the site',
  agent: 'the guest on the site, sent by an agent',
  hosts: 'the hosts by phone',
  offer: 'an offer',
};
const link = 'font-semibold text-gulf underline';

export const Guest = ({ booking }: BookingProps) => (
  <Panel title="Guest and stay">
    <dl>
      <Fact label="Name">{booking.name}</Fact>
      <Fact label="Email">
        {booking.email && (
          <a href={`mailto:${booking.email}`} className={link}>
            {booking.email}
          </a>
        )}
      </Fact>
      <Fact label="Phone">
        {booking.phone && (
          <a href={telHref(booking.phone)} className={link}>
            {booking.phone}
          </a>
        )}
      </Fact>
      <Fact label="Note">{booking.note && <span className="whitespace-pre-line">{booking.note}</span>}</Fact>
      <Fact label="Check-in">{`${formatDate(booking.checkin)}, from ${formatTime(booking.checkInFrom)}`}</Fact>
      <Fact label="Check-out">{`${formatDate(booking.checkout)}, until ${formatTime(booking.checkOutUntil)}`}</Fact>
      <Fact label="Arrival">{arrivalFacts(booking.arrivalDetails).join(' · ')}</Fact>
      <Fact label="Booked">{`${formatDateTime(booking.createdAt)}, by ${sources[booking.source]}`}</Fact>
    </dl>
    {booking.guestUrl && <GuestUrl url={booking.guestUrl} />}
    {booking.status === 'confirmed' && (
      <p className="mt-4">
        <SmallButtonLink to={tripPath(booking.code)}>
          <Printer aria-hidden="true" className="size-4" />
          Print the trip
        </SmallButtonLink>
      </p>
    )}
  </Panel>
);

/** The phone number of a guest to whom nothing can be mailed. */
const GuestUrl = ({ url }: { url: string }) => (
  <div className="mt-4 grid gap-2 rounded-xl bg-mist p-4">
    <p className="text-ink">
      No e-mail address: nothing is mailed. Send the guest this link by text message, or print their trip.
    </p>
    <CopyLink url={url} label="The guest’s page" />
  </div>
);

/** The access that the guest needs, and whether it was sent. */
export function Access({ booking }: BookingProps) {
  const { status, address, access } = booking;
  if (status !== 'confirmed' && status !== 'held' && status !== 'requested') return null;
  const isMissing = address === '' || (access === '' && booking.accessCode === '');
  return (
    <Panel title="Address and access">
      <dl>
        <Fact label="Address">{address}</Fact>
        <Fact label="How to get in">{access && <span className="whitespace-pre-line">{access}</span>}</Fact>
      </dl>
      {isMissing && (
        <p className="mt-2 rounded-xl bg-peach p-3 text-ink">
          {`${address === '' ? 'The street address' : 'How to get in'} is not set for ${booking.property.title}. Add it in the table of homes, or the guest stands before a closed door.`}
        </p>
      )}
      <AccessMail booking={booking} />
      <AccessCodeForm booking={booking} />
    </Panel>
  );
}

function AccessMail({ booking }: BookingProps) {
  const { status, accessOn, accessSentAt, isAccessUndeliverable, email } = booking;
  if (email === '')
    return (
      <p className="mt-2 text-slate">
        {`Nothing is mailed to this guest. From ${formatDate(accessOn)} on their page shows it, also in print.`}
      </p>
    );
  if (isAccessUndeliverable)
    return (
      <p className="mt-2 rounded-xl bg-peach p-3 wrap-anywhere text-ink">
        {`The mail with address and access could not be delivered to ${email}. Please call the guest.`}
      </p>
    );
  return (
    <p className="mt-2 text-slate">
      {accessSentAt
        ? `Mailed to the guest on ${formatDateTime(accessSentAt)}.`
        : status === 'confirmed'
          ? `Goes to the guest by itself on ${formatDate(accessOn)}, 3 days before arrival.`
          : 'Goes to the guest 3 days before arrival, once the stay is confirmed.'}
    </p>
  );
}

/** The terms to which the guest agreed, word for word. */
export function Agreement({ booking }: BookingProps) {
  const { houseRules, cancellation, laterCharges, at } = isRecord(booking.agreed) ? booking.agreed : {};
  const rules = ruleLines(houseRules);
  if (typeof at !== 'string' && rules.length === 0 && !cancellation) return null;
  return (
    <Panel title="What was agreed">
      <p className="text-slate">
        {typeof at === 'string'
          ? `Agreed on ${formatDateTime(at)}, in these words.`
          : 'No agreement on the site is recorded for this booking.'}
      </p>
      {rules.length > 0 && (
        <>
          <h3 className="mt-4 font-sans text-base font-semibold tracking-normal text-ink">House rules</h3>
          <ul className="mt-1 list-disc space-y-1 pl-5 text-ink">
            {rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </>
      )}
      <Cancellation policy={cancellation} />
      {typeof laterCharges === 'string' && (
        <>
          <h3 className="mt-4 font-sans text-base font-semibold tracking-normal text-ink">Later orders</h3>
          <p className="mt-1 text-ink">{laterCharges}</p>
        </>
      )}
    </Panel>
  );
}

const ruleLines = (rules: unknown): string[] =>
  typeof rules === 'string' ? rules.split('\n').filter((rule) => rule.trim() !== '') : [];

function Cancellation({ policy }: { policy: unknown }) {
  if (!isRecord(policy)) return null;
  const { name, steps, graceHours } = policy;
  return (
    <>
      <h3 className="mt-4 font-sans text-base font-semibold tracking-normal text-ink">
        {typeof name === 'string' && name ? `Cancellation: ${name}` : 'Cancellation'}
      </h3>
      <ul className="mt-1 list-disc space-y-1 pl-5 text-ink">
        {typeof graceHours === 'number' && graceHours > 0 && (
          <li>{`Everything back ${graceText(graceHours)}`}</li>
        )}
        {(Array.isArray(steps) ? steps : [])
          .filter(isRecord)
          .filter((step) => Number(step.refund_percent) > 0)
          .map((step) => (
            <li key={String(step.days_before)}>
              {`${step.refund_percent}% back until ${pluralize(Number(step.days_before), 'day')} before check-in`}
            </li>
          ))}
        <li>After that cleaning and pet fees with their taxes</li>
      </ul>
    </>
  );
}
