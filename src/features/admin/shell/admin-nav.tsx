import { Menu } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useSiteSettings } from '../../../ui/use-site-settings.ts';
import {
  currentScreen,
  type HostScreen,
  hostScreens,
  hostScreensBeforeOpening,
  phoneScreens,
  phoneScreensBeforeOpening,
} from './host-screens.ts';
import { SessionLinks } from './session-links.tsx';

interface NavProps {
  email: string;
  /** Shown beside the link to the inbox. */
  inboxBadge: ReactNode;
}

/** The links to all screens of the hosts: a row in groups at a desk, a bar at the bottom of a phone. */
export function AdminNav(props: NavProps) {
  const { pathname, search } = useLocation();
  const current = currentScreen(pathname, search);
  return (
    <>
      <DeskNav current={current} {...props} />
      <PhoneNav key={`${pathname}${search}`} current={current} {...props} />
    </>
  );
}

/**
 * All screens by group, and those of the bar on phones. While a site in production is closed, the list of what is to be
 * done comes first.
 */
function useHostScreens() {
  const { isClosed, showsExamples } = useSiteSettings();
  return isClosed && !showsExamples
    ? { groups: hostScreensBeforeOpening, bar: phoneScreensBeforeOpening }
    : { groups: hostScreens, bar: phoneScreens };
}

type CurrentProps = NavProps & { current: string | undefined };

/** Scrolls sideways if the links do not fit, with the current one in the middle. */
function DeskNav({ current, inboxBadge }: CurrentProps) {
  const { groups } = useHostScreens();
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen has its own current link
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>('[aria-current=page]');
    if (nav.current && link)
      nav.current.scrollLeft = link.offsetLeft - (nav.current.clientWidth - link.clientWidth) / 2;
  }, [current]);
  return (
    <nav
      ref={nav}
      aria-label="Hosts"
      className="sticky top-0 z-30 overflow-x-auto border-b border-dune bg-white max-lg:hidden"
    >
      <ul className="flex min-w-max px-4.5">
        {groups.map(({ title, screens }) => (
          <li
            key={title}
            className="not-first:ml-1.5 not-first:border-l not-first:border-dune not-first:pl-1.5"
          >
            <ul aria-label={title} className="flex">
              {screens.map(({ to, label, icon: Icon }) => (
                <li key={to}>
                  <Link
                    to={to}
                    aria-current={to === current ? 'page' : undefined}
                    className="flex min-h-12 items-center gap-1 border-b-3 border-transparent px-1.5 text-sm font-semibold text-slate hover:bg-mist hover:text-deep focus-visible:-outline-offset-2 aria-[current=page]:border-lagoon aria-[current=page]:text-deep"
                  >
                    <Icon aria-hidden="true" className="size-4" />
                    {label}
                    {to === '/admin/inbox' && inboxBadge}
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const tabClass =
  'relative flex min-h-14 flex-col items-center justify-center gap-0.5 text-xs font-semibold text-slate focus-visible:-outline-offset-2 aria-[current=page]:text-gulf aria-expanded:text-gulf';

/** The four screens of the day, and everything else behind “More”. */
function PhoneNav({ current, email, inboxBadge }: CurrentProps) {
  const { groups, bar } = useHostScreens();
  const [isOpen, setOpen] = useState(false);
  return (
    <nav
      aria-label="Hosts"
      data-hosts-bar=""
      className="fixed inset-x-0 bottom-0 z-40 border-t border-dune bg-white pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <ul className="mx-auto grid max-w-xl grid-cols-5">
        {bar.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link to={to} aria-current={to === current ? 'page' : undefined} className={tabClass}>
              <Icon aria-hidden="true" className="size-5" />
              {label}
              {to === '/admin/inbox' && <span className="absolute top-1 left-1/2 ml-1.5">{inboxBadge}</span>}
            </Link>
          </li>
        ))}
        <li className="grid">
          <button
            type="button"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setOpen(true)}
            className={tabClass}
          >
            <Menu aria-hidden="true" className="size-5" />
            More
          </button>
        </li>
      </ul>
      {isOpen && (
        <Dialog title="All screens" size="small" onClose={() => setOpen(false)}>
          <div className="grid gap-5">
            {groups.map(({ title, screens }) => (
              <ScreenGroup key={title} title={title} screens={screens} current={current} />
            ))}
            <SessionLinks email={email} />
          </div>
        </Dialog>
      )}
    </nav>
  );
}

interface ScreenGroupProps {
  title: string;
  screens: readonly HostScreen[];
  current: string | undefined;
}

const ScreenGroup = ({ title, screens, current }: ScreenGroupProps) => (
  <section aria-label={title}>
    <h3 className="font-sans text-sm font-semibold tracking-normal text-slate">{title}</h3>
    <ul className="mt-1 grid grid-cols-2 gap-x-2">
      {screens.map(({ to, label, icon: Icon }) => (
        <li key={to}>
          <Link
            to={to}
            aria-current={to === current ? 'page' : undefined}
            className="flex min-h-11 items-center gap-2.5 rounded-lg px-2 font-semibold text-deep hover:bg-mist aria-[current=page]:bg-mist aria-[current=page]:text-gulf"
          >
            <Icon aria-hidden="true" className="size-5 text-gulf" />
            {label}
          </Link>
        </li>
      ))}
    </ul>
  </section>
);
