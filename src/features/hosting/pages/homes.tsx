import type { MetaFunction } from 'react-router';
import { HomesScreen } from '../homes/homes-screen.tsx';

export const meta: MetaFunction = () => [
  { title: 'Homes | PCB Beach Rentals' },
  { name: 'robots', content: 'noindex' },
];

export default function HomesPage() {
  return <HomesScreen />;
}
