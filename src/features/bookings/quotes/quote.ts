import { minuteMs } from '../../../shared/durations.ts';
import { objectWith } from '../../../shared/http/request.ts';
import type { Quote } from './contract.server.ts';

type BareQuote = Omit<Quote, 'guests' | 'pets' | 'graceHours'>;

/** Completes a bare quote, which lacks its party and the grace hours. */
export const parseQuoteFor = ({ guests, pets }: Pick<Quote, 'guests' | 'pets'>) =>
  objectWith<BareQuote, Quote>({ guests, pets, graceHours: 0 });

export const parseQuote = parseQuoteFor({ guests: 1, pets: 0 });

/** A line of a bill as guests read it: `Crib × 2`. */
export const billLabel = ({
  label,
  quantity = 1,
}: {
  label: string;
  quantity?: number | undefined;
}): string => (quantity > 1 ? `${label} × ${quantity}` : label);

/** How long a quote can be booked at its price. */
export const quoteLifetimeMs = 30 * minuteMs;
