import type { BillingPeriod } from '../../db/types.ts';
import type { Picture } from '../listings/listing.ts';

/** Something a guest can buy, as `GET /api/products` lists it. */
export interface Product {
  id: string;
  name: string;
  description: string;
  /** URLs, as specified; `pictures` says more about those that lie in the media library. */
  images: string[];
  pictures: Picture[];
  /** Minor units of `currency`: 17500 is $175.00. */
  price: number;
  /** ISO 4217 in lower case. */
  currency: string;
  billingType: 'one_time' | 'recurring';
  /** How often a recurring product is paid; null for one that is paid once. */
  billingPeriod: BillingPeriod | null;
  /** Facts of the home it books; absent when it books none. */
  guests?: number;
  beds?: number;
  baths?: number;
}
