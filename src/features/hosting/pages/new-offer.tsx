import type { MetaFunction } from 'react-router';
import { OfferScreen } from '../offers/offer-form.tsx';

export const meta: MetaFunction = () => [
  { title: 'Make an offer | PCB Beach Rentals' },
  { name: 'robots', content: 'noindex' },
];

export default function OfferPage() {
  return <OfferScreen />;
}
