/** The kind of an exported event, which is the first part of its UID. */
export type ExportedKind = 'booking' | 'block' | 'event';

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** The UID of an exported event, which does not change with its dates while its row exists. */
export const ownUid = (kind: ExportedKind, id: string, host: string): string => `${kind}-${id}@${host}`;

/** Whether a UID is ours, also with a prefix or suffix of a channel. */
export function isOwnUid(uid: string, host: string): boolean {
  const pattern = new RegExp(`(?:booking|block|event)-${uuid}@${escapePattern(host)}(?![\\w.-]*\\w)`, 'i');
  return pattern.test(uid);
}
