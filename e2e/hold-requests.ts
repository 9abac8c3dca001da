import type { Page, Route } from '@playwright/test';

/**
 * Holds calls of the browser back until the returned function lets them go.
 * @param answer what then becomes of each; without it the site answers
 */
export async function holdBack(
  page: Page,
  call: string,
  answer = (route: Route): Promise<void> => route.continue(),
): Promise<() => void> {
  const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(call, async (route) => {
    await gate;
    await answer(route);
  });
  return letGo;
}
