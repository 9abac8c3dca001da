import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter, Link as RouterLink } from 'react-router';
import { expect, test } from 'vitest';
import { Link } from './link.tsx';

const attributes = (html: string) => html.match(/[\w-]+="[^"]*"/g)?.sort();

test.each(['/', '/#reviews', '/blog?tag=beach', '/stays/the-beachcomber'] as const)(
  'a link to %s comes from the server as the router would write it',
  (to) => {
    const props = { to, replace: true, preventScrollReset: true, tabIndex: -1, className: 'block' };
    const ours = renderToStaticMarkup(<Link {...props}>There</Link>);
    const routers = renderToStaticMarkup(
      <MemoryRouter initialEntries={['/blog/a-post']}>
        <RouterLink {...props}>There</RouterLink>
      </MemoryRouter>,
    );
    expect(attributes(ours)).toContain(`href="${to}"`);
    expect(attributes(ours)).toEqual(attributes(routers));
    expect(ours).toMatch(/^<a [^>]*>There<\/a>$/);
  },
);
