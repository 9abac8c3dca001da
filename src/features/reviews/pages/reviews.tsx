import type { MetaFunction } from 'react-router';
import { HostReviews } from '../ui/host-reviews.tsx';

export const meta: MetaFunction = () => [
  { title: 'Reviews | PCB Beach Rentals' },
  { name: 'robots', content: 'noindex' },
];

export default function ReviewsPage() {
  return <HostReviews />;
}
