import {
  AlarmClock,
  Archive,
  Brush,
  CalendarX2,
  CirclePause,
  CircleQuestionMark,
  CopyX,
  CreditCard,
  DoorOpen,
  KeyRound,
  Landmark,
  type LucideIcon,
  MailQuestion,
  MailWarning,
  MailX,
  MessageCircle,
  PackagePlus,
  Phone,
  Undo2,
} from 'lucide-react';
import { telHref } from '../../../shared/text/phone.ts';
import { SmallButton, SmallButtonLink } from '../../../ui/small-button.tsx';
import { formatClock } from './clock.ts';
import type { Task, TaskKind, Urgency } from './task.ts';

interface TaskListProps {
  tasks: readonly Task[];
  now: number;
  /** Opens what marks a payment of a lost booking as done. */
  complete(task: Task): void;
}

const icons: Record<TaskKind, LucideIcon> = {
  conflict: CopyX,
  turnover: Brush,
  access_code: KeyRound,
  payments_paused: CirclePause,
  restored: MailX,
  launch: DoorOpen,
  backup: Archive,
  mail: MailWarning,
  unknown_payment: CircleQuestionMark,
  dispute: Landmark,
  refund: Undo2,
  request: MailQuestion,
  inquiry: MessageCircle,
  extra: PackagePlus,
  moment: AlarmClock,
  feed: CalendarX2,
  charge: CreditCard,
  balance: CreditCard,
};

const variants: Record<Urgency, { label: string; edge: string; badge: string }> = {
  late: { label: 'Now', edge: 'border-l-danger', badge: 'bg-danger text-white' },
  soon: { label: 'Soon', edge: 'border-l-sun', badge: 'bg-sun/40 text-ink' },
  later: { label: 'In time', edge: 'border-l-lagoon', badge: 'bg-mist text-gulf' },
};

/** The hosts' tasks, the most urgent first, each with one action. @param now ms */
export const TaskList = ({ tasks, now, complete }: TaskListProps) => (
  <ul className="grid gap-3">
    {tasks.map((task, index) => (
      <TaskCard key={task.key} task={task} isFirst={index === 0} now={now} complete={complete} />
    ))}
  </ul>
);

interface TaskCardProps extends Omit<TaskListProps, 'tasks'> {
  task: Task;
  /** Whether it is the most pressing one: if it is late, its action stands out. */
  isFirst: boolean;
}

function TaskCard({ task, isFirst, now, complete }: TaskCardProps) {
  const Icon = icons[task.kind];
  const { label, edge, badge } = variants[task.urgency];
  return (
    <li className={`rounded-2xl border-l-4 bg-white p-4 shadow-card ${edge}`}>
      <div className="flex items-start gap-3">
        <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-gulf" />
        <div className="min-w-0 grow">
          <span className={`float-right ml-3 rounded-full px-2.5 py-0.5 text-xs font-semibold ${badge}`}>
            {label}
          </span>
          <h3 className="font-sans text-base font-semibold tracking-normal text-deep wrap-anywhere">
            {task.title}
          </h3>
          <p className="mt-1 text-sm text-slate wrap-anywhere">{task.detail}</p>
        </div>
      </div>
      <div className="mt-3 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 sm:pl-8">
        <p className="flex grow basis-40 flex-wrap items-center gap-x-4 text-sm empty:hidden">
          {task.deadline && <Clock task={task} deadline={task.deadline} now={now} />}
          {task.phone && <PhoneLink phone={task.phone} />}
        </p>
        <span className="flex flex-wrap justify-end gap-2">
          {task.unknownPayment && (
            <SmallButton aria-haspopup="dialog" onClick={() => complete(task)} className="min-h-11!">
              Mark as done
              <span className="unseen">: {task.title}</span>
            </SmallButton>
          )}
          <SmallButtonLink
            to={task.to}
            variant={isFirst && task.urgency === 'late' ? 'strong' : 'plain'}
            className="min-h-11!"
          >
            {task.action}
            <span className="unseen">: {task.title}</span>
          </SmallButtonLink>
        </span>
      </div>
    </li>
  );
}

const Clock = ({ task, deadline, now }: { task: Task; deadline: string; now: number }) => (
  <time
    dateTime={deadline}
    className={`font-semibold tabular-nums ${task.urgency === 'late' ? 'text-danger' : 'text-ink'}`}
  >
    {formatClock(deadline, now)}
  </time>
);

/** Calls a guest. */
export const PhoneLink = ({ phone }: { phone: string }) => (
  <a
    href={telHref(phone)}
    className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-gulf hover:underline"
  >
    <Phone aria-hidden="true" className="size-4" />
    <span className="unseen">Call </span>
    {phone}
  </a>
);
