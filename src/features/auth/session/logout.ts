import { clearDrafts } from '../../../ui/browser/drafts.ts';
import { logout } from '../calls.ts';

const key = 'failed-logout';

/** Ends the session and loads a new document, also when the call fails; the next page then shows that it failed. */
export async function logOut(nextPath: '/' | '/login'): Promise<void> {
  clearDrafts();
  try {
    await logout.end();
    clearFailedLogout();
  } catch (error) {
    console.error(error);
    markFailedLogout();
  }
  window.location.assign(nextPath);
}

/** Whether the last logout of this tab failed. */
export function hasFailedLogout(): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

function markFailedLogout(): void {
  try {
    sessionStorage.setItem(key, '1');
  } catch {
    // A browser that stores nothing shows the user as signed in.
  }
}

export function clearFailedLogout(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // A browser without storage has stored nothing.
  }
}
