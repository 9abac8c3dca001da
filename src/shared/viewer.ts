/** Who is looking: `null` is an anonymous visitor. */
export type Viewer = null | {
  id: string;
  /** Canonical, and proved to be the person's. */
  email: string;
  /** Empty when no provider told us one. */
  name: string;
  /** What the person may do now, not at sign-in. */
  role: 'guest' | 'admin';
  createdAt: Date;
  sessionId: string;
  /** An administrator whose session is old and who has a passkey must confirm with it before any admin call. */
  needsReauthentication: boolean;
};
