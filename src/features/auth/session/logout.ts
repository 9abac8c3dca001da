import { clearDrafts } from '../../../ui/browser/drafts.ts';
import { logout } from '../calls.ts';
import { clearFailedLogout, saveFailedLogout } from './logout-failure.ts';

/** Ends the session and loads a new document, also when the call fails; the next page then shows that it failed. */
export async function logOut(nextPath: '/' | '/login'): Promise<void> {
  clearDrafts();
  try {
    await logout.end();
    clearFailedLogout();
  } catch (error) {
    console.error(error);
    saveFailedLogout();
  }
  window.location.assign(nextPath);
}
