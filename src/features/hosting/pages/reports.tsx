import { ReportsScreen } from '../../bookings/reports/reports-screen.tsx';
import type { Route } from './+types/reports';

export const meta: Route.MetaFunction = () => [
  { title: 'Reports | PCB Beach Rentals' },
  { name: 'robots', content: 'noindex' },
];

export default ReportsScreen;
