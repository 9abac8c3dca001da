import type { ForecastMessage } from '../contract.server.ts';

type ForecastReason = NonNullable<ForecastMessage['reason']>;

/** Why a message waits, or was not sent, as hosts read it. */
const reasonLabels: Record<ForecastReason, string> = {
  late: 'its moment was over when the stay was booked or moved',
  by_host: 'a host skipped it',
  not_paid: 'not all is paid yet',
  no_address: 'the guest has no e-mail address',
  stay_cancelled: 'the stay was cancelled',
  rule_off: 'its rule was switched off',
  rule_deleted: 'its rule was deleted',
  other_home: 'its rule is for another home',
  moment_over: 'its moment was over when the rule changed',
  too_late: 'its moment was over when it could be sent',
  restored: 'it was due before a backup was restored and may have been sent then',
};

const statusLabels: Record<ForecastMessage['status'], string> = {
  planned: 'Planned',
  sent: 'Sent',
  skipped: 'Skipped',
  cancelled: 'Not sent',
};

export const statusText = ({
  status,
  reason,
  isUndeliverable,
}: Pick<ForecastMessage, 'status' | 'reason' | 'isUndeliverable'>): string => {
  if (isUndeliverable)
    return 'Not delivered: the mail server did not take it. Please reach the guest in another way.';
  if (status === 'planned' && reason === 'no_address') return `Will not go out: ${reasonLabels[reason]}`;
  if (status === 'planned' && reason) return `Waits: ${reasonLabels[reason]}`;
  return reason ? `${statusLabels[status]}: ${reasonLabels[reason]}` : statusLabels[status];
};
