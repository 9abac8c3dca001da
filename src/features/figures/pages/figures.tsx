import { FiguresScreen } from '../ui/figures-screen.tsx';
import type { Route } from './+types/figures';

export const meta: Route.MetaFunction = () => [
  { title: 'Figures | PCB Beach Rentals' },
  { name: 'robots', content: 'noindex' },
];

export default FiguresScreen;
