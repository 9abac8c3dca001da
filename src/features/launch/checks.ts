/** The lines of the hosts' list, in their order; those of homes follow `homes`. */
export const launchGroups = ['you', 'homes', 'money', 'mail', 'safety'] as const;
export type LaunchGroup = (typeof launchGroups)[number];

interface CheckDefinition {
  key: string;
  group: LaunchGroup;
  title: string;
  /** Whether the site cannot be opened without it. */
  blocks: boolean;
  /** The screen that mends it. */
  to: string | null;
  /** Whether it is checked from outside, rather than read from our own rows. */
  isTried: boolean;
}

const check = (
  group: LaunchGroup,
  key: string,
  title: string,
  { blocks = false, to = null, isTried = false }: Partial<CheckDefinition>,
): CheckDefinition => ({ key, group, title, blocks, to, isTried });

export const launchChecks: readonly CheckDefinition[] = [
  check('you', 'business', 'Your phone, e-mail and links', {
    blocks: true,
    to: '/admin?table=site_settings',
  }),
  check('you', 'legal', 'Your terms, privacy and cancellation', { blocks: true, to: '/admin?table=pages' }),
  check('you', 'hosts', 'Every host has signed in', { to: '/login' }),
  check('you', 'address', 'The site is reached at its address', { blocks: true, isTried: true }),
  check('homes', 'homes', 'A home of your own', { blocks: true, to: '/admin?table=properties' }),
  check('homes', 'taxes', 'Your taxes', { blocks: true, to: '/admin?table=taxes' }),
  check('homes', 'calendars', 'Calendars of your other channels', { to: '/admin/feeds' }),
  check('money', 'card_key', 'Cards can be charged', { blocks: true, isTried: true }),
  check('money', 'card_events', 'Payments are reported to the site', { blocks: true, isTried: true }),
  check('mail', 'mail_out', 'Mail arrives at every host', { blocks: true }),
  check('mail', 'mail_names', 'Your domain vouches for your mail', { isTried: true }),
  check('mail', 'mail_in', 'Answers of guests come in', { to: '/admin/inbox' }),
  check('safety', 'backup', 'A backup is younger than 36 hours', {}),
  check('safety', 'storage', 'Pictures can be stored', { isTried: true }),
  check('safety', 'clock', 'The clock is right', { isTried: true }),
];

/** The number of failed checks in a row after which hosts are alarmed. */
export const alarmAfter = 2;

/** The lines that hosts confirm with a press. */
export const confirmable: readonly string[] = ['legal', 'taxes', 'calendars'];

const homePrefix = 'home:';
export const homeKey = (slug: string): string => homePrefix + slug;

/** The line of a key; `undefined` for an unknown one. */
export function findCheck(key: string): CheckDefinition | undefined {
  if (!key.startsWith(homePrefix)) return launchChecks.find((one) => one.key === key);
  const slug = key.slice(homePrefix.length);
  return check('homes', key, slug, { blocks: true, to: `/admin/homes/${slug}` });
}

/** Whether checking again means calling others. */
export const isTried = (key: string): boolean => findCheck(key)?.isTried ?? false;
