import { formatDateTime, todayAtProperty } from '../../../shared/dates.ts';
import { hourMs } from '../../../shared/durations.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { channelNames } from '../../channels/channel-names.ts';
import type { Backup, FeedInTrouble, RejectedMail, Restored, Today } from './contract.server.ts';
import { bookingPath, type Task } from './task.ts';

export const pauseTask = (since: string): Task => ({
  key: 'payments paused',
  kind: 'payments_paused',
  urgency: 'late',
  phone: '',
  deadline: null,
  title: 'Payments wait: nothing is charged or refunded',
  detail: `A backup of ${formatDateTime(since)} was restored, or a standby of the database took over then. Payments go on by themselves once what the card provider did since then is in the ledger; after more than an hour please tell whoever runs the site.`,
  to: '/admin/bookings',
  action: 'All bookings',
});

export const launchTask = ({ key, title, since }: Today['launch']['failed'][number]): Task => ({
  key: `launch ${key}`,
  kind: 'launch',
  urgency: 'late',
  phone: '',
  deadline: null,
  title: `Not in order: ${title}`,
  detail: `It was in order before ${formatDateTime(since)}. The site stays open.`,
  to: '/admin/launch',
  action: 'Look at the list',
});

export const mailTask = ({ to, subject, reason, code }: RejectedMail, index: number): Task => ({
  key: `mail ${index} ${to} ${subject}`,
  kind: 'mail',
  urgency: 'soon',
  phone: '',
  deadline: null,
  title: `A mail did not reach ${to}`,
  detail: `“${subject}”. ${reason ? `The mail server said: ${toSentence(reason)}` : 'It has waited for more than an hour.'}`,
  to: code ? bookingPath(code) : '/admin/launch',
  action: code ? 'Open the booking' : 'Look at the list',
});

export const lateBackupTask = ({ madeAt, error }: Backup, since: string): Task => ({
  key: 'backup',
  kind: 'backup',
  urgency: 'late',
  phone: '',
  deadline: null,
  title: 'No backup for more than 30 hours',
  detail: [
    madeAt
      ? `The newest is of ${formatDateTime(madeAt)}.`
      : `Tried since ${formatDateTime(since)}; none has been made yet.`,
    toSentence(error),
    'Please tell whoever runs the site.',
  ]
    .filter(Boolean)
    .join(' '),
  to: '/admin/launch',
  action: 'Look at the list',
});

export const unprovenTask = ({ provenAt, error }: Backup): Task => ({
  key: 'backup proof',
  kind: 'backup',
  urgency: 'late',
  phone: '',
  deadline: null,
  title: 'No backup proven for more than 9 days',
  detail: [
    provenAt ? `The last proof was on ${formatDateTime(provenAt)}.` : 'None has been proven yet.',
    toSentence(error),
    'Whether a backup can be restored is not known. Please tell whoever runs the site.',
  ]
    .filter(Boolean)
    .join(' '),
  to: '/admin/launch',
  action: 'Look at the list',
});

const toSentence = (text: string): string => text.replace(/(?<=[^.?!])$/, '.');

export function restoreTask({ backupAt, restoredAt, messages, arrivals, reviews }: Restored): Task {
  const parts = [
    messages > 0 && pluralize(messages, 'message'),
    arrivals > 0 && `${pluralize(arrivals, 'mail')} with address and access`,
    reviews > 0 && `${pluralize(reviews, 'request')} for a review`,
  ].filter(Boolean);
  return {
    key: 'restored',
    kind: 'restored',
    urgency: 'late',
    phone: '',
    deadline: null,
    title: 'Not sent again: what was due before the restore',
    detail: `A backup of ${formatDateTime(backupAt)} was restored on ${formatDateTime(restoredAt)}. Due in between, and perhaps sent then: ${parts.join(', ')}. Send now what a guest has not got.`,
    to: `/admin/messages?from=${todayAtProperty(new Date(backupAt))}`,
    action: 'Look at the messages',
  };
}

const feedStates: Record<FeedInTrouble['problem'], string> = {
  failing: 'cannot be read',
  never_read: 'has not been read yet',
  stale: 'has not been read for more than 6 hours',
};

export function feedTask(
  { id, channel, property, problem, lastError, lastGoodAt }: FeedInTrouble,
  now: number,
): Task {
  const isFresh = lastGoodAt !== null && now - Date.parse(lastGoodAt) < 6 * hourMs;
  // A feed that was never read well has closed no nights.
  const lastGood = lastGoodAt
    ? `Last read well on ${formatDateTime(lastGoodAt)}. Nights it closed stay closed.`
    : 'It was never read well.';
  return {
    key: `feed ${id}`,
    kind: 'feed',
    urgency: isFresh ? 'soon' : 'late',
    phone: '',
    deadline: null,
    title: `The ${channelNames[channel]} calendar of ${property.title} ${feedStates[problem]}`,
    detail: [lastError, lastGood].filter(Boolean).join(' '),
    to: '/admin/feeds',
    action: 'Look at the feed',
  };
}
