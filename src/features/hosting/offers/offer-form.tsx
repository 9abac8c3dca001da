import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatDateTime } from '../../../shared/dates.ts';
import { hourMs } from '../../../shared/durations.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { CopyLink } from '../../../ui/copy-link.tsx';
import { bothLoaded, Loaded } from '../../../ui/lists/loaded.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { screenMeta } from '../../admin/shell/screen-meta.ts';
import { propertiesQuery } from '../../listings/queries.ts';
import type { HostedStay } from '../phone/contract.server.ts';
import { FormFrame, FormPart } from '../phone/form-frame.tsx';
import { PricePanel } from '../phone/price-panel.tsx';
import { priceQuery } from '../phone/queries.ts';
import { type InquiryFacts, readInquiry, type StayDraft, toDraft, toStay } from '../phone/stay-draft.ts';
import { StayFields } from '../phone/stay-fields.tsx';
import { useSending } from '../phone/use-sending.ts';
import { hostedOffers } from './calls.ts';
import type { HostedOffer } from './contract.server.ts';
import { OfferExtras, type Quantities } from './offer-extras.tsx';
import { OfferFields } from './offer-fields.tsx';
import { inquiryQuery, refetchOffers } from './queries.ts';

export const meta = () => screenMeta('Make an offer');

/** The form, once the inquiry of the offer is loaded. */
export default function OfferScreen() {
  const [params] = useSearchParams();
  const { inquiry: id = '', ...known } = Object.fromEntries(params);
  const inquiry = useQuery(inquiryQuery(id));
  const homes = useQuery(propertiesQuery);
  return (
    <Loaded
      query={bothLoaded(id === '' ? noInquiry : inquiry, homes)}
      pending={
        <div className="grid place-items-center py-16">
          <Spinner label="Loading the inquiry..." />
        </div>
      }
    >
      {([row, listed]) => {
        const facts = row && readInquiry(row, listed);
        return <OfferForm inquiryId={id} facts={facts} initial={toDraft({ ...facts?.draft, ...known })} />;
      }}
    </Loaded>
  );
}

function withExtras(stay: HostedStay | null, quantities: Quantities): HostedStay | null {
  const extras = Object.entries(quantities).flatMap(([id, quantity]) =>
    quantity > 0 ? { id, quantity } : [],
  );
  return stay && extras.length > 0 ? { ...stay, extras } : stay;
}

const noInquiry = { data: null, error: null, refetch: () => {} };

interface OfferFormProps {
  inquiryId: string;
  facts: InquiryFacts | null;
  initial: StayDraft;
}

/** A price for one guest; for an inquiry it takes two clicks. */
function OfferForm({ inquiryId, facts, initial }: OfferFormProps) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(initial);
  const [details, setDetails] = useState({
    email: facts?.email ?? '',
    note: '',
    hours: 48,
    holdNights: true,
  });
  const [missing, setMissing] = useState('');
  const [quantities, setQuantities] = useState<Quantities>({});
  const stay = withExtras(toStay(draft), quantities);
  const { data: priced } = useQuery(priceQuery(stay));
  const sending = useSending(
    (offered: HostedStay) => {
      const { email, note, hours, holdNights } = details;
      const { promoCode: _, ...priced } = offered;
      return hostedOffers.make({
        json: withoutUndefined({
          ...priced,
          note,
          holdNights,
          expiresAt: new Date(Date.now() + hours * hourMs).toISOString(),
          inquiryId: inquiryId || undefined,
          email: email.trim() || null,
        }),
      });
    },
    () => void refetchOffers(client),
  );
  if (sending.done) return <Offered offer={sending.done} />;
  const change = (next: Partial<StayDraft>) => {
    setDraft((before) => ({ ...before, ...next }));
    // Another home or day may not offer the chosen extras.
    if (Object.keys(next).some((name) => name !== 'nightly')) setQuantities({});
  };
  const set = (next: Partial<typeof details>) => setDetails((before) => ({ ...before, ...next }));
  return (
    <FormFrame
      title={facts ? `An offer for ${facts.name}` : 'Make an offer'}
      back={{ to: '/admin/offers', label: 'All offers' }}
      intro="The guest gets a link to this price, which never changes, and books with it."
      submitLabel={details.email.trim() === '' ? 'Make the link' : 'Send the offer'}
      busyLabel="Making the offer…"
      isBusy={sending.isBusy}
      problem={missing || sending.problem}
      stay={
        <FormPart title="The stay">
          <StayFields draft={draft} problems={sending.problems} priceField="nightly" change={change} />
        </FormPart>
      }
      aside={<PricePanel stay={stay} change={change} />}
      onSubmit={() => {
        setMissing(stay ? '' : 'Please choose a home, dates and guests first.');
        if (stay) sending.send(stay);
      }}
    >
      {stay && priced?.extras && priced.extras.length > 0 && (
        <FormPart title="Extras">
          <OfferExtras
            extras={priced.extras}
            currency={priced.currency}
            quantities={quantities}
            set={setQuantities}
          />
        </FormPart>
      )}
      <FormPart title="The offer">
        <OfferFields details={details} problems={sending.problems} set={set} />
      </FormPart>
    </FormFrame>
  );
}

function Offered({ offer: { email, url, expiresAt, areNightsHeld } }: { offer: HostedOffer }) {
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-5 px-4 py-8 sm:px-6">
      <h1 className="text-2xl text-deep sm:text-3xl">The offer is made</h1>
      <Alert role="alert">
        {`${email === '' ? 'Hand this link on to your guest.' : `It is on its way to ${email}.`} It stands until ${formatDateTime(expiresAt)}${areNightsHeld ? ', and so long the nights are held' : ''}.`}
      </Alert>
      <CopyLink url={url} label="Link to the offer" />
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/admin/offers">All offers</ButtonLink>
        <ButtonLink to={new URL(url).pathname} reloadDocument variant="quiet">
          See it as the guest
        </ButtonLink>
      </div>
    </div>
  );
}
