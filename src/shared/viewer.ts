/** Who is looking: `null` is an anonymous visitor. */
export type Viewer = null | {
  id: string;
  email: string;
  role: 'guest' | 'admin';
};
