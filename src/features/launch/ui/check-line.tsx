import { CircleAlert, CircleCheck, CircleDashed, CircleHelp, type LucideIcon } from 'lucide-react';
import { useRef } from 'react';
import { formatDateTime } from '../../../shared/dates.ts';
import { SmallButton, SmallButtonLink } from '../../../ui/small-button.tsx';
import { confirmable, isTried } from '../checks.ts';
import type { LaunchCheck } from '../contract.server.ts';

const states: Record<LaunchCheck['state'], [label: string, color: string, icon: LucideIcon]> = {
  ok: ['In order', 'text-leaf', CircleCheck],
  todo: ['To do', 'text-gulf', CircleDashed],
  failed: ['Not in order', 'text-danger', CircleAlert],
  unknown: ['Not known', 'text-slate', CircleHelp],
};

export interface LineActions {
  isBusy: boolean;
  recheck(key: string): void;
  confirm(key: string): void;
  sendMail(): void;
  /** Absent where no place for backups is set. */
  startBackup?: (prove: boolean) => void;
}

/** One line of the list: its state as text, since when and why, and the action that mends it. */
export function CheckLine({ check, actions }: { check: LaunchCheck; actions: LineActions }) {
  const { title, state, blocks, detail, since, confirmedBy } = check;
  const [, color, Icon] = states[state];
  const line = useRef<HTMLLIElement>(null);
  const confirm = (key: string) => {
    // The button disappears, the line stays.
    line.current?.focus();
    actions.confirm(key);
  };
  return (
    <li
      ref={line}
      tabIndex={-1}
      className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-t border-dune px-4 py-4 first:border-t-0 focus-visible:-outline-offset-2 sm:px-5"
    >
      <div className="flex min-w-0 grow basis-72 gap-3">
        <Icon aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${color}`} />
        <div className="min-w-0">
          <h3 className="font-sans text-base font-semibold tracking-normal text-deep wrap-anywhere">
            {title}
          </h3>
          <p className="text-sm text-slate">
            <StateText check={check} />
            {blocks && state !== 'ok' && ' · needed to open'}
          </p>
          {detail && since && <p className="mt-1 text-sm text-ink wrap-anywhere">{detail}</p>}
          {confirmedBy && state === 'ok' && (
            <p className="mt-1 text-sm text-slate wrap-anywhere">Confirmed by {confirmedBy}</p>
          )}
        </div>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:pl-8">
        <Mend check={check} actions={{ ...actions, confirm }} />
      </div>
    </li>
  );
}

/** The state with its age; a result that is not known has only the time of the last look. */
function StateText({ check: { state, since, checkedAt } }: { check: LaunchCheck }) {
  const [label, color] = states[state];
  const text = since ? label : 'Not looked at yet';
  return (
    <>
      <span className={`font-semibold ${color}`}>{text}</span>
      {since &&
        (state === 'unknown'
          ? `, looked at on ${formatDateTime(checkedAt)}`
          : ` since ${formatDateTime(since)}`)}
    </>
  );
}

function Mend({ check: { key, state, title, to }, actions }: { check: LaunchCheck; actions: LineActions }) {
  const { isBusy, recheck, confirm, sendMail, startBackup } = actions;
  const of = <span className="unseen">: {title}</span>;
  if (key === 'mail_out')
    return (
      <SmallButton disabled={isBusy} onClick={sendMail}>
        Send a test mail
      </SmallButton>
    );
  if (key === 'backup')
    return (
      startBackup && (
        <>
          <SmallButton disabled={isBusy} onClick={() => startBackup(false)}>
            Back up now
          </SmallButton>
          <SmallButton disabled={isBusy} onClick={() => startBackup(true)}>
            Prove now
          </SmallButton>
        </>
      )
    );
  if (isTried(key))
    return (
      <SmallButton disabled={isBusy} onClick={() => recheck(key)}>
        Look again{of}
      </SmallButton>
    );
  return (
    <>
      {to && (
        <SmallButtonLink to={to} variant={state === 'ok' ? 'bare' : 'plain'}>
          Go there{of}
        </SmallButtonLink>
      )}
      {confirmable.includes(key) && state !== 'ok' && (
        <SmallButton disabled={isBusy} onClick={() => confirm(key)}>
          Confirm{of}
        </SmallButton>
      )}
    </>
  );
}
