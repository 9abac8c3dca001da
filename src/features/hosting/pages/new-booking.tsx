import type { MetaFunction } from 'react-router';
import { PhoneForm } from '../phone/phone-form.tsx';

export const meta: MetaFunction = () => [
  { title: 'Booking by phone | PCB Beach Rentals' },
  { name: 'robots', content: 'noindex' },
];

export default function PhonePage() {
  return <PhoneForm />;
}
