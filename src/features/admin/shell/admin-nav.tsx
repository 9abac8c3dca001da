import {
  BookOpenCheck,
  Brush,
  CalendarDays,
  CalendarSync,
  ChartColumn,
  Inbox,
  type LucideIcon,
  MailCheck,
  ReceiptText,
  Star,
  Sun,
  Table2,
  Tag,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';

interface Screen {
  to: string;
  label: string;
  icon: LucideIcon;
}

/** Every screen of the hosts, in the order of a day's work. */
const screens: readonly Screen[] = [
  { to: '/admin/today', label: 'Today', icon: Sun },
  { to: '/admin/calendar', label: 'Calendar', icon: CalendarDays },
  { to: '/admin/bookings', label: 'Bookings', icon: BookOpenCheck },
  { to: '/admin/turnovers', label: 'Turnovers', icon: Brush },
  { to: '/admin/inbox', label: 'Inbox', icon: Inbox },
  { to: '/admin/messages', label: 'Messages', icon: MailCheck },
  { to: '/admin/offers', label: 'Offers', icon: Tag },
  { to: '/admin/reviews', label: 'Reviews', icon: Star },
  { to: '/admin/feeds', label: 'Channels', icon: CalendarSync },
  { to: '/admin/figures', label: 'Figures', icon: ChartColumn },
  { to: '/admin/reports', label: 'Reports', icon: ReceiptText },
  { to: '/admin', label: 'Tables', icon: Table2 },
];

/** Scrolls sideways by itself where the links do not fit, with the current one in the middle. */
export function AdminNav() {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen has its own current link
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>('[aria-current=page]');
    if (nav.current && link)
      nav.current.scrollLeft = link.offsetLeft - (nav.current.clientWidth - link.clientWidth) / 2;
  }, [pathname]);
  return (
    <nav
      ref={nav}
      aria-label="Hosts"
      className="sticky top-0 z-30 overflow-x-auto border-b border-dune bg-white"
    >
      <ul className="flex min-w-max px-2 sm:px-4">
        {screens.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <NavLink
              to={to}
              end={to === '/admin'}
              className="flex min-h-12 items-center gap-2 border-b-3 border-transparent px-3 text-sm font-semibold text-slate hover:bg-mist hover:text-deep focus-visible:-outline-offset-2 aria-[current=page]:border-lagoon aria-[current=page]:text-deep"
            >
              <Icon aria-hidden="true" className="size-4.5" />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
