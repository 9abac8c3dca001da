import type { MetaFunction } from 'react-router';
import { OffersScreen } from '../offers/offers-screen.tsx';

export const meta: MetaFunction = () => [
  { title: 'Offers | PCB Beach Rentals' },
  { name: 'robots', content: 'noindex' },
];

export default function OffersPage() {
  return <OffersScreen />;
}
