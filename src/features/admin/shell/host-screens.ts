import {
  BookOpenCheck,
  Brush,
  CalendarDays,
  CalendarSync,
  ChartColumn,
  CircleDollarSign,
  DoorOpen,
  House,
  Inbox,
  type LucideIcon,
  MailCheck,
  ReceiptText,
  Settings,
  Star,
  Sun,
  Table2,
  Tag,
} from 'lucide-react';

export interface HostScreen {
  to: string;
  label: string;
  icon: LucideIcon;
}

const today: HostScreen = { to: '/admin/today', label: 'Today', icon: Sun };
const calendar: HostScreen = { to: '/admin/calendar', label: 'Calendar', icon: CalendarDays };
const bookings: HostScreen = { to: '/admin/bookings', label: 'Bookings', icon: BookOpenCheck };
const inbox: HostScreen = { to: '/admin/inbox', label: 'Inbox', icon: Inbox };

/** The list of what is to be done before the site opens, which also closes it. */
const openingScreen: HostScreen = { to: '/admin/launch', label: 'Opening', icon: DoorOpen };

/** Every screen of the hosts: work in the order of a day, what is sold, money, settings and all data. */
export const hostScreens: readonly { title: string; screens: readonly HostScreen[] }[] = [
  {
    title: 'Work',
    screens: [
      today,
      calendar,
      bookings,
      inbox,
      { to: '/admin/turnovers', label: 'Turnovers', icon: Brush },
      { to: '/admin/messages', label: 'Messages', icon: MailCheck },
    ],
  },
  {
    title: 'Sell',
    screens: [
      { to: '/admin/homes', label: 'Homes', icon: House },
      { to: '/admin?table=rates', label: 'Prices', icon: CircleDollarSign },
      { to: '/admin/offers', label: 'Offers', icon: Tag },
      { to: '/admin/feeds', label: 'Channels', icon: CalendarSync },
      { to: '/admin/reviews', label: 'Reviews', icon: Star },
    ],
  },
  {
    title: 'Money',
    screens: [
      { to: '/admin/figures', label: 'Figures', icon: ChartColumn },
      { to: '/admin/reports', label: 'Reports', icon: ReceiptText },
    ],
  },
  {
    title: 'Settings',
    screens: [{ to: '/admin?table=site_settings', label: 'Settings', icon: Settings }, openingScreen],
  },
  { title: 'Data', screens: [{ to: '/admin', label: 'Tables', icon: Table2 }] },
];

/** The same screens while the site is closed: what is to be done before it opens comes first. */
export const hostScreensBeforeOpening: typeof hostScreens = [
  { title: 'Opening', screens: [openingScreen] },
  ...hostScreens.map(({ title, screens }) => ({
    title,
    screens: screens.filter((screen) => screen !== openingScreen),
  })),
];

/** The screens at the bottom of a phone. */
export const phoneScreens: readonly HostScreen[] = [today, calendar, inbox, bookings];

/** The same bar before the site opens: what is to be done comes first, and there are no bookings yet. */
export const phoneScreensBeforeOpening: readonly HostScreen[] = [openingScreen, today, calendar, inbox];

const everyScreen = hostScreens.flatMap(({ screens }) => screens);

/** The screen of an address: one of a table only with its own table, one above others for all below it. */
export function currentScreen(pathname: string, search: string): string | undefined {
  const table = new URLSearchParams(search).get('table');
  const ofTable = everyScreen.find(({ to }) => table !== null && to === `${pathname}?table=${table}`);
  const ofPath = everyScreen.find(({ to }) =>
    to === '/admin' ? pathname === to : pathname === to || pathname.startsWith(`${to}/`),
  );
  return (ofTable ?? ofPath)?.to;
}
