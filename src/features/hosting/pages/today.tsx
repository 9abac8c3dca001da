import { TodayScreen } from '../today/today-screen.tsx';
import type { Route } from './+types/today';

export const meta: Route.MetaFunction = () => [
  { title: 'Today | PCB Beach Rentals' },
  { name: 'robots', content: 'noindex' },
];

export default TodayScreen;
