import type { Settings } from '../../../env.server.ts';
import { type LabeledValue, toEmailContact } from '../../../platform/mail/email-content.server.ts';
import type { MailMessage } from '../../../platform/mail/mailer.server.ts';
import type { BusinessContact } from '../../listings/store.server.ts';
import type { TurnoverPlan } from '../contract.server.ts';
import { formatDay, formatHours, formatNextGuests } from '../turnover.ts';

interface CleanerRecipient {
  name: string;
  email: string;
}

interface CleanerEmailSender {
  business: BusinessContact;
  settings: Pick<Settings, 'appUrl' | 'hostsEmail'>;
  /** The cleaner's page. */
  url: string;
}

/** The change of a cleaner's turnover at a home and day. */
export interface ReportedChange {
  propertyTitle: string;
  departsOn: string;
  kind: 'new' | 'changed' | 'gone';
  /** The turnover after the change; `null`: it is gone. */
  plan: TurnoverPlan | null;
}

const describe = (plan: TurnoverPlan): string =>
  [
    `${plan.isSameDay ? 'SAME DAY. ' : ''}${formatHours(plan)}`,
    plan.arrivesOn ? `Next: ${formatNextGuests(plan)}` : '',
    plan.note && `Note: ${plan.note}`,
  ]
    .filter((line) => line !== '')
    .join('. ');

const toMail = (
  { name, email }: CleanerRecipient,
  { business, settings, url }: CleanerEmailSender,
  { title, intro, rows }: { title: string; intro: string; rows: LabeledValue[] },
): MailMessage => ({
  to: { name, address: email },
  replyTo: { name: business.business_name, address: settings.hostsEmail },
  subject: title,
  content: {
    title,
    contact: toEmailContact(business),
    siteUrl: settings.appUrl,
    blocks: [
      `Hello ${name},\n${intro}`,
      { kind: 'facts', rows },
      { kind: 'button', label: 'Open your turnovers', url },
      'The link is yours alone: please do not pass it on.',
    ],
  },
});

/** The next seven days of a cleaner. */
export const weekEmail = (
  to: CleanerRecipient,
  plans: readonly TurnoverPlan[],
  sender: CleanerEmailSender,
): MailMessage =>
  toMail(to, sender, {
    title: `Your week: ${plans.length} ${plans.length === 1 ? 'turnover' : 'turnovers'}`,
    intro: 'This is what is planned for the next seven days. If it changes, we write again.',
    rows: plans.map((plan) => [`${formatDay(plan.departsOn)}: ${plan.propertyTitle}`, describe(plan)]),
  });

const kinds = { new: 'New', changed: 'Changed', gone: 'Not needed any more' } as const;

/** Everything that changed for a cleaner within the next seven days. */
export const changesEmail = (
  to: CleanerRecipient,
  changes: readonly ReportedChange[],
  sender: CleanerEmailSender,
): MailMessage =>
  toMail(to, sender, {
    title: changes.length === 1 ? 'One turnover changed' : `${changes.length} turnovers changed`,
    intro: 'Something changed within the next seven days:',
    rows: changes.map(({ kind, propertyTitle, departsOn, plan }) => [
      `${formatDay(departsOn)}: ${propertyTitle}`,
      plan ? `${kinds[kind]}. ${describe(plan)}` : `${kinds[kind]}.`,
    ]),
  });
