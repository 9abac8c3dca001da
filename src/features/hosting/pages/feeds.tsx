import type { MetaFunction } from 'react-router';
import { FeedsScreen } from '../feeds/feeds-screen.tsx';

export const meta: MetaFunction = () => [
  { title: 'Channels | PCB Beach Rentals' },
  { name: 'robots', content: 'noindex' },
];

export default function FeedsPage() {
  return <FeedsScreen />;
}
