import { expect, test } from 'vitest';
import { currentScreen } from './host-screens.ts';

test.each([
  ['/admin', '', '/admin'],
  ['/admin', '?table=guide_sections', '/admin'],
  ['/admin', '?table=rates&page=2', '/admin?table=rates'],
  ['/admin/today', '', '/admin/today'],
  ['/admin/bookings', '?table=rates', '/admin/bookings'],
  ['/admin/bookings/ABCD2345', '', '/admin/bookings'],
  ['/admin/elsewhere', '', undefined],
])('the screen of %s%s is %s', (pathname, search, screen) => {
  expect(currentScreen(pathname, search)).toBe(screen);
});
