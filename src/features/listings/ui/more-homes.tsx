import { Link } from 'react-router';
import { buttonClass } from '../../../ui/button.tsx';
import type { HomesPage } from '../home-pages.ts';

interface MoreHomesProps extends Pick<HomesPage<unknown>, 'page' | 'pages'> {
  /** The address of a page, with the place of its homes. */
  toPage(page: number): string;
}

/** Leads to the homes before and after these; plain links, so that they work without scripts and can be shared. */
export function MoreHomes({ page, pages, toPage }: MoreHomesProps) {
  if (pages === 1) return null;
  return (
    <nav aria-label="More homes" className="mt-10 flex flex-wrap items-center justify-center gap-x-6 gap-y-4">
      {page > 1 && (
        <Link to={toPage(page - 1)} rel="prev" className={buttonClass('quiet')}>
          Previous homes
        </Link>
      )}
      <p className="text-slate lining-nums">
        Page {page} of {pages}
      </p>
      {page < pages && (
        <Link to={toPage(page + 1)} rel="next" className={buttonClass('secondary')}>
          More homes
        </Link>
      )}
    </nav>
  );
}
