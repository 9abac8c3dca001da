import { CalendarScreen } from '../calendar/calendar-screen.tsx';

export const meta = () => [{ title: 'Calendar | PCB Beach Rentals' }, { name: 'robots', content: 'noindex' }];

export default function CalendarPage() {
  return <CalendarScreen />;
}
