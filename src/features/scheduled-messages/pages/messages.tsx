import type { MetaFunction } from 'react-router';
import { MessagesScreen } from '../ui/messages-screen.tsx';

export const meta: MetaFunction = () => [
  { title: 'Messages | PCB Beach Rentals' },
  { name: 'robots', content: 'noindex' },
];

export default function MessagesPage() {
  return <MessagesScreen />;
}
