import type { ComponentProps } from 'react';
import { Link as RouterLink } from 'react-router';

/** A link to a page of this site, by its whole address such as `/blog?tag=beach`. */
interface LinkProps extends ComponentProps<'a'> {
  to: `/${string}`;
  replace?: boolean;
  preventScrollReset?: boolean;
}

/**
 * What the router's link comes to before scripts run. The router works out anew for each link what a relative address would
 * mean here, which a whole one does not need: on a page of fifty links that is 7 % of rendering it (decision 022).
 */
function PlainLink({ to, replace, preventScrollReset, ...rest }: LinkProps) {
  return <a {...rest} href={to} data-discover="true" />;
}

export const Link: (props: LinkProps) => React.ReactNode = import.meta.env.SSR ? PlainLink : RouterLink;
