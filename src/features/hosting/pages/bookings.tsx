import type { MetaFunction } from 'react-router';
import { BookingsScreen } from '../bookings/bookings-screen.tsx';

export const meta: MetaFunction = () => [
  { title: 'Bookings | PCB Beach Rentals' },
  { name: 'robots', content: 'noindex' },
];

export default function BookingsPage() {
  return <BookingsScreen />;
}
