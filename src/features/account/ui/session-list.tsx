import { MonitorSmartphone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatDateTime } from '../../../shared/dates.ts';
import type { AsyncResult } from '../../../shared/result.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorAlert } from '../../../ui/failure.tsx';
import { AsyncContent } from '../../../ui/loading/async-content.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { useReloadable } from '../../../ui/loading/use-reloadable.ts';
import { TitledPanel } from '../../../ui/titled-panel.tsx';
import { authClient, type SignedInBrowser } from '../../auth/client.ts';

const noSessions = 'Failed to load your sessions';

/** Where the person is signed in; each place can be signed out from here. */
export function SessionList({ sessions }: { sessions: AsyncResult<SignedInBrowser[] | null> }) {
  const { current, refresh } = useReloadable(sessions, () => authClient().sessions(), noSessions);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');

  async function end(work: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    setFailure('');
    try {
      await work();
      await refresh();
    } catch {
      setFailure('That did not work. Please try again.');
    }
    setBusy(false);
  }

  return (
    <AsyncContent
      from={current}
      pending={
        <Panel>
          <Spinner />
        </Panel>
      }
      failed={(message) => (
        <Panel>
          <ErrorAlert>{message}</ErrorAlert>
        </Panel>
      )}
    >
      {(list) =>
        list && (
          <Panel>
            <ul className="divide-y divide-dune/70">
              {list.map((session) => (
                <Session
                  key={session.id}
                  session={session}
                  busy={busy}
                  end={() => void end(() => authClient().endSession(session.id))}
                />
              ))}
            </ul>
            {failure && <ErrorAlert>{failure}</ErrorAlert>}
            {list.length > 1 && (
              <Button
                look="quiet"
                disabled={busy}
                className="mt-5 w-full sm:w-auto"
                onClick={() => void end(() => authClient().endOtherSessions())}
              >
                Sign out everywhere else
              </Button>
            )}
          </Panel>
        )
      }
    </AsyncContent>
  );
}

const Panel = ({ children }: { children: ReactNode }) => (
  <TitledPanel
    id="sessions"
    title="Where you are signed in"
    lead="End a session that you do not know, or one on a device that is not yours."
  >
    {children}
  </TitledPanel>
);

function Session({ session, busy, end }: { session: SignedInBrowser; busy: boolean; end(): void }) {
  const { device, place, lastUsedAt, current } = session;
  return (
    <li className="flex items-center gap-4 py-4 first:pt-0">
      <MonitorSmartphone aria-hidden="true" className="size-6 shrink-0 text-lagoon" />
      <div className="min-w-0 grow">
        <p className="font-semibold text-ink">{device}</p>
        <p className="wrap-anywhere text-slate">
          {current ? 'This device · Last used now' : `Last used ${formatDateTime(lastUsedAt)}`}
          {place && ` · ${place}`}
        </p>
      </div>
      {!current && (
        <Button look="quiet" disabled={busy} onClick={end} className="shrink-0 px-5">
          End<span className="unseen"> the session of {device}</span>
        </Button>
      )}
    </li>
  );
}
