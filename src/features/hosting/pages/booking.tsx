import { BookingScreen } from '../booking-page/booking-screen.tsx';
import type { Route } from './+types/booking';

export const meta: Route.MetaFunction = ({ params: { code } }) => [
  { title: `Booking ${code.toUpperCase()} | PCB Beach Rentals` },
  { name: 'robots', content: 'noindex' },
];

export default function BookingPage({ params: { code } }: Route.ComponentProps) {
  const upper = code.toUpperCase();
  return <BookingScreen key={upper} code={upper} />;
}
