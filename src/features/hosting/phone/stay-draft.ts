import { parseAmount } from '../../../shared/amount.ts';
import { isDate } from '../../../shared/dates.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';
import type { HostedStay } from './contract.server.ts';

/** A stay as a host types it. */
export interface StayDraft {
  /** The slug of a home. */
  property: string;
  checkin: string;
  checkout: string;
  guests: string;
  pets: string;
  promoCode: string;
  /** A price for each night in dollars; empty: the home's own. */
  nightly: string;
}

const emptyDraft: StayDraft = {
  property: '',
  checkin: '',
  checkout: '',
  guests: '2',
  pets: '0',
  promoCode: '',
  nightly: '',
};

/** The stay of an address or of an inquiry, as far as it is one. */
export const toDraft = (fields: Partial<Record<keyof StayDraft, string | undefined>>): StayDraft => ({
  ...emptyDraft,
  ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')),
});

export const isNightlyValid = ({ nightly }: StayDraft): boolean =>
  nightly.trim() === '' || (parseAmount(nightly) ?? 0) > 0;

/** The request for a price; `null` while it is incomplete. */
export function toStay(draft: StayDraft): HostedStay | null {
  const { property, checkin, checkout, promoCode } = draft;
  const [guests, pets] = [Number(draft.guests), Number(draft.pets)];
  if (property === '' || !isDate(checkin) || !isDate(checkout) || !isNightlyValid(draft)) return null;
  if (!Number.isInteger(guests) || guests < 1 || !Number.isInteger(pets) || pets < 0) return null;
  const nightly = parseAmount(draft.nightly);
  return withoutUndefined({
    property,
    checkin,
    checkout,
    guests,
    pets,
    promoCode: promoCode.trim() || undefined,
    nightly_cents: nightly || undefined,
  });
}

/** An inquiry as the form needs it. */
export interface InquiryFacts {
  name: string;
  email: string;
  draft: Partial<StayDraft>;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** @param homes listed homes, among which an inquiry names one by its title */
export function readInquiry(row: unknown, homes: readonly { slug: string; title: string }[]): InquiryFacts {
  const inquiry = isRecord(row) ? row : {};
  const home = homes.find(({ title }) => title === text(inquiry.property_title));
  const guests = Number(inquiry.guests);
  return {
    name: text(inquiry.name),
    email: text(inquiry.email),
    draft: {
      property: home?.slug ?? '',
      checkin: text(inquiry.check_in).slice(0, 10),
      checkout: text(inquiry.check_out).slice(0, 10),
      guests: guests > 0 ? String(guests) : '',
    },
  };
}
