import type { MetaFunction } from 'react-router';
import { TurnoversScreen } from '../ui/turnovers-screen.tsx';

export const meta: MetaFunction = () => [
  { title: 'Turnovers | PCB Beach Rentals' },
  { name: 'robots', content: 'noindex' },
];

export default function TurnoversPage() {
  return <TurnoversScreen />;
}
