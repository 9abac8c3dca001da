const key = 'failed-logout';

/** Whether the last logout of this tab failed. */
export function hasFailedLogout(): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

export function saveFailedLogout(): void {
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
