import { expect, test } from 'vitest';
import { currentScreen, hostScreens, hostScreensBeforeOpening } from './host-screens.ts';

test.each([
  ['/admin', '', '/admin'],
  ['/admin', '?table=guide_sections', '/admin'],
  ['/admin', '?table=rates&page=2', '/admin?table=rates'],
  ['/admin/today', '', '/admin/today'],
  ['/admin/bookings', '?table=rates', '/admin/bookings'],
  ['/admin/bookings/ABCD2345', '', '/admin/bookings'],
  ['/admin/launch', '', '/admin/launch'],
  ['/admin/elsewhere', '', undefined],
])('the screen of %s%s is %s', (pathname, search, screen) => {
  expect(currentScreen(pathname, search)).toBe(screen);
});

test('the list of the opening stands among the settings, and first while the site is closed', () => {
  const linksIn = (groups: typeof hostScreens, group: string) =>
    groups.find(({ title }) => title === group)?.screens.map(({ to }) => to);
  expect(linksIn(hostScreens, 'Settings')).toEqual(['/admin?table=site_settings', '/admin/launch']);
  expect(hostScreensBeforeOpening[0]?.title).toBe('Opening');
  expect(linksIn(hostScreensBeforeOpening, 'Opening')).toEqual(['/admin/launch']);
  expect(linksIn(hostScreensBeforeOpening, 'Settings')).toEqual(['/admin?table=site_settings']);
});
