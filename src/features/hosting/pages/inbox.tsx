import { InboxScreen } from '../inbox/inbox-screen.tsx';
import type { Route } from './+types/inbox';

export const meta: Route.MetaFunction = () => [
  { title: 'Inbox | PCB Beach Rentals' },
  { name: 'robots', content: 'noindex' },
];

export default InboxScreen;
