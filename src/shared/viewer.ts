/** `null` is an anonymous visitor. */
export type Viewer = null | {
  id: string;
  /** Canonical and verified. */
  email: string;
  /** Empty when unknown. */
  name: string;
  /** Now, not at sign-in. */
  role: 'guest' | 'admin';
  createdAt: Date;
  sessionId: string;
  /** An admin with an old session and a passkey must use it before any admin call. */
  needsReauthentication: boolean;
};
