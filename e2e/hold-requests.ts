import type { Page, Route } from '@playwright/test';

/**
 * Delays calls of the browser until the returned function releases them.
 * @param respond to each call; by default the site does
 */
export async function holdBack(
  page: Page,
  call: string,
  respond = (route: Route): Promise<void> => route.continue(),
): Promise<() => void> {
  const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(call, async (route) => {
    await gate;
    await respond(route);
  });
  return letGo;
}
