import { objectWith } from '../../../shared/http/request.ts';
import type { Quote } from './contract.server.ts';

type BareQuote = Omit<Quote, 'guests' | 'pets' | 'graceHours'>;

/** Reads a quote for a party, which a bare answer leaves out, as it does the hours of grace. */
export const parseQuoteFor = ({ guests, pets }: Pick<Quote, 'guests' | 'pets'>) =>
  objectWith<BareQuote, Quote>({ guests, pets, graceHours: 0 });

export const parseQuote = parseQuoteFor({ guests: 1, pets: 0 });

/** How long a quote can be booked at its price. */
export const quoteLifetimeMs = 30 * 60_000;
