import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { ErrorBoundary } from './error-layout.tsx';

/** A page of the site that failed, as the server renders it. */
function render(handle: object | undefined): string {
  const error = new Error('A test');
  const route = {
    id: 'page',
    path: '/',
    handle,
    Component: () => null,
    ErrorBoundary: () => <ErrorBoundary error={error} />,
  };
  const router = createMemoryRouter([route], { hydrationData: { errors: { page: error } } });
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

test('a failed page that has no frame but its own keeps the place to which "Skip to content" leads', () => {
  expect(render({ ownFrame: true })).toContain('<main id="main"');
  const framed = render(undefined);
  expect(framed).toContain('Something went wrong');
  expect(framed).not.toContain('<main');
});
