import { Menu, X } from 'lucide-react';
import { type MouseEvent, useRef } from 'react';
import { Link } from 'react-router';
import { BookNow, CheckAvailability } from './booking-buttons.tsx';
import { NavLinks, type ViewerProps } from './nav-links.tsx';

const menuLink = 'rounded-xl px-4 py-3 text-lg font-medium text-ink hover:bg-mist';

/** A panel that opens without JavaScript, too. */
export function SmallMenu({ user, isAdmin }: ViewerProps) {
  const panel = useRef<HTMLElement>(null);
  const close = (event: MouseEvent) => {
    if ((event.target as Element).closest('a, button')) panel.current?.hidePopover();
  };
  return (
    <div className={`-mr-2 flex items-center gap-1 ${isAdmin ? 'min-[75rem]:hidden' : 'lg:hidden'}`}>
      <div className="hidden min-[22.5rem]:block">
        <BookNow className="px-3.5! text-sm whitespace-nowrap sm:px-5! sm:text-base" />
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
            <CheckAvailability variant="quiet" />
            <BookNow />
          </div>
        </div>
      </nav>
    </div>
  );
}
