import { Link } from 'react-router';
import type { SiteSettings } from '../../../shared/site-settings.server.ts';
import { BrandMark } from '../../../ui/brand-mark.tsx';
import { BookNow, CheckAvailability } from './booking-buttons.tsx';
import { NavLinks, type ViewerProps } from './nav-links.tsx';
import { SmallMenu } from './small-menu.tsx';

interface NavbarProps extends ViewerProps {
  settings: SiteSettings;
  /** The site is closed for this viewer: nothing leads to pages that are not there. */
  isReduced: boolean;
}

export function Navbar({ settings, user, isAdmin, isReduced }: NavbarProps) {
  return (
    <header className="print:hidden sticky top-0 z-40 border-b border-dune/70 bg-shell/95 backdrop-blur-sm">
      <div className="page-width flex h-18 items-center justify-between gap-2 sm:gap-4">
        <Link to="/" reloadDocument={isReduced} className="flex min-w-0 items-center gap-2.5 py-2 text-gulf">
          <BrandMark className="size-8 shrink-0 sm:size-9" />
          {/* Padding here would show a part of the third line. */}
          <span className="line-clamp-2 min-w-0 font-display leading-snug text-deep sm:text-xl">
            {settings.business_name}
          </span>
        </Link>
        {isReduced ? (
          <Link to={user ? '/account' : '/login'} className={reducedLink}>
            {user ? 'My Account' : 'Login'}
          </Link>
        ) : (
          <>
            <MainLinks user={user} isAdmin={isAdmin} />
            <SmallMenu user={user} isAdmin={isAdmin} />
          </>
        )}
      </div>
    </header>
  );
}

const reducedLink =
  'rounded-full px-3 py-2.5 font-medium whitespace-nowrap text-ink hover:bg-mist hover:text-gulf';

/** Admins have one link more, and need a wider screen. */
function MainLinks({ user, isAdmin }: ViewerProps) {
  const breakpoint = isAdmin ? 'min-[75rem]:flex' : 'lg:flex xl:gap-1';
  const roomyLinks = isAdmin ? '' : 'xl:px-3 xl:text-base';
  const buttons = `px-3.5! text-sm whitespace-nowrap ${isAdmin ? '' : 'xl:px-5! xl:text-base'}`;
  return (
    <nav aria-label="Main" className={`hidden items-center ${breakpoint}`}>
      <NavLinks
        user={user}
        isAdmin={isAdmin}
        className={`rounded-full px-2 py-2.5 text-[0.9375rem] font-medium whitespace-nowrap text-ink hover:bg-mist hover:text-gulf ${roomyLinks}`}
      />
      <div className="ml-1 flex gap-2 xl:ml-3">
        <CheckAvailability variant="quiet" className={buttons} />
        <BookNow className={buttons} />
      </div>
    </nav>
  );
}
