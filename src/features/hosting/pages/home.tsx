import { HomeScreen } from '../homes/home-screen.tsx';
import type { Route } from './+types/home';

export const meta: Route.MetaFunction = () => [
  { title: 'Home | PCB Beach Rentals' },
  { name: 'robots', content: 'noindex' },
];

export default function HomePage({ params: { slug } }: Route.ComponentProps) {
  return <HomeScreen slug={slug} />;
}
