import { LaunchScreen } from '../ui/launch-screen.tsx';
import type { Route } from './+types/launch';

export const meta: Route.MetaFunction = () => [
  { title: 'Opening | PCB Beach Rentals' },
  { name: 'robots', content: 'noindex' },
];

export default LaunchScreen;
