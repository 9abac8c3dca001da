import { Link } from 'react-router';
import { useSiteSettings } from '../../../ui/use-site-settings.ts';
import type { CurrentUser } from '../../auth/calls.ts';
import { homeSections, useSectionLink } from './section-links.ts';

export interface ViewerProps {
  user: CurrentUser;
  isAdmin: boolean;
}

export function NavLinks({ user, isAdmin, className }: ViewerProps & { className: string }) {
  const follow = useSectionLink();
  const settings = useSiteSettings();
  const sections = homeSections(settings, ['properties', 'amenities', 'reviews']);
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
      {settings.hasProducts && (
        <Link to="/shop" className={className}>
          Shop
        </Link>
      )}
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
