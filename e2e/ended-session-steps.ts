import type { Page } from '@playwright/test';

/** Counts calls for the viewer and for routes. @returns the counts so far */
export function countRequests(page: Page): () => { users: number; manifests: number } {
  let users = 0;
  let manifests = 0;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === '/api/users/me') users += 1;
    if (pathname === '/__manifest') manifests += 1;
  });
  return () => ({ users, manifests });
}
