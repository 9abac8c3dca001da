import { Menu, X } from 'lucide-react';
import { type MouseEvent, useRef } from 'react';
import { Link } from 'react-router';
import type { SiteSettings } from '../../../shared/site-settings.server.ts';
import type { CurrentUser } from '../../auth/client.ts';
import { BookNow, CheckAvailability } from '../home/booking-buttons.tsx';
import { BrandMark } from './logo.tsx';
import { useSectionLink } from './section-links.ts';

const sections = [
  ['properties', 'Properties'],
  ['amenities', 'Amenities'],
  ['reviews', 'Reviews'],
] as const;

interface NavbarProps {
  settings: SiteSettings;
  user: CurrentUser;
  isAdmin: boolean;
}

export function Navbar({ settings, user, isAdmin }: NavbarProps) {
  return (
    <header className="sticky top-0 z-40 border-b border-dune/70 bg-shell/95 backdrop-blur-sm">
      <div className="page-width flex h-18 items-center justify-between gap-2 sm:gap-4">
        <Link to="/" className="flex items-center gap-2.5 py-2 text-gulf">
          <BrandMark className="size-8 shrink-0 sm:size-9" />
          <span className="font-display leading-none whitespace-nowrap text-deep sm:text-xl">
            {settings.business_name}
          </span>
        </Link>
        <MainLinks user={user} isAdmin={isAdmin} />
        <SmallMenu user={user} isAdmin={isAdmin} />
      </div>
    </header>
  );
}

type ViewerProps = Pick<NavbarProps, 'user' | 'isAdmin'>;

/** Admins have one link more, and need a wider screen. */
function MainLinks({ user, isAdmin }: ViewerProps) {
  const breakpoint = isAdmin ? 'min-[75rem]:flex' : 'lg:flex xl:gap-1';
  const roomyLinks = isAdmin ? '' : 'xl:px-3 xl:text-base';
  const buttons = `px-3.5 text-sm whitespace-nowrap ${isAdmin ? '' : 'xl:px-5 xl:text-base'}`;
  return (
    <nav aria-label="Main" className={`hidden items-center ${breakpoint}`}>
      <NavLinks
        user={user}
        isAdmin={isAdmin}
        className={`rounded-full px-2 py-2.5 text-[0.9375rem] font-medium whitespace-nowrap text-ink hover:bg-mist hover:text-gulf ${roomyLinks}`}
      />
      <div className="ml-1 flex gap-2 xl:ml-3">
        <CheckAvailability look="quiet" className={buttons} />
        <BookNow className={buttons} />
      </div>
    </nav>
  );
}

const menuLink = 'rounded-xl px-4 py-3 text-lg font-medium text-ink hover:bg-mist';

/** A panel that opens without JavaScript, too. */
function SmallMenu({ user, isAdmin }: ViewerProps) {
  const panel = useRef<HTMLElement>(null);
  const close = (event: MouseEvent) => {
    if ((event.target as Element).closest('a, button')) panel.current?.hidePopover();
  };
  return (
    <div className={`-mr-2 flex items-center gap-1 ${isAdmin ? 'min-[75rem]:hidden' : 'lg:hidden'}`}>
      <div className="hidden min-[22.5rem]:block">
        <BookNow className="px-3.5 text-sm whitespace-nowrap sm:px-5 sm:text-base" />
      </div>
      <button
        type="button"
        popoverTarget="menu"
        aria-label="Open menu"
        className="grid size-11 place-items-center rounded-full text-deep hover:bg-mist"
      >
        <Menu aria-hidden="true" />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a choice inside closes the panel; Escape does by itself */}
      <nav
        ref={panel}
        id="menu"
        popover="auto"
        aria-label="Menu"
        onClick={close}
        className="fixed inset-x-3 top-3 m-0 ml-auto w-auto max-w-sm rounded-3xl bg-white p-4 shadow-lift backdrop:bg-deep/40"
      >
        <div className="flex flex-col gap-1">
          <button
            type="button"
            popoverTarget="menu"
            popoverTargetAction="hide"
            aria-label="Close menu"
            className="grid size-11 place-items-center self-end rounded-full text-deep hover:bg-mist"
          >
            <X aria-hidden="true" />
          </button>
          <NavLinks user={user} isAdmin={isAdmin} className={menuLink} />
          {isAdmin && (
            <Link to="/admin/today" className={menuLink}>
              Today
            </Link>
          )}
          <div className="mt-3 grid gap-2">
            <CheckAvailability look="quiet" />
            <BookNow />
          </div>
        </div>
      </nav>
    </div>
  );
}

function NavLinks({ user, isAdmin, className }: ViewerProps & { className: string }) {
  const follow = useSectionLink();
  return (
    <>
      {sections.map(([id, title]) => (
        <Link key={id} to={`/#${id}`} onClick={follow(id)} className={className}>
          {title}
        </Link>
      ))}
      <Link to="/blog" className={className}>
        Blog
      </Link>
      <Link to="/shop" className={className}>
        Shop
      </Link>
      {user ? (
        <Link to="/account" className={className}>
          My Account
        </Link>
      ) : (
        <Link to="/login" className={className}>
          Login
        </Link>
      )}
      {isAdmin && (
        <Link to="/admin" className={className}>
          Admin Dashboard
        </Link>
      )}
    </>
  );
}
