import { MonitorSmartphone } from 'lucide-react';
import { formatDateTime } from '../../../shared/dates.ts';
import type { AsyncResult } from '../../../shared/result.ts';
import { Button } from '../../../ui/button.tsx';
import { sessions as allSessions, listSessions, session } from '../../auth/calls.ts';
import type { SessionView } from '../../auth/contract.server.ts';
import { CredentialPanel } from '../../auth/credential-panel.tsx';

export const SessionList = ({ sessions }: { sessions: AsyncResult<SessionView[] | null> }) => (
  <CredentialPanel
    id="sessions"
    title="Where you are signed in"
    lead="End a session that you do not know, or one on a device that is not yours."
    Icon={MonitorSmartphone}
    items={sessions}
    load={() => listSessions()}
    loadError="Failed to load your sessions"
    changeError={() => 'That did not work. Please try again.'}
    toRow={({ id, device, place, lastUsedAt, current }) => ({
      title: device,
      details:
        (current ? 'This device · Last used now' : `Last used ${formatDateTime(lastUsedAt)}`) +
        (place && ` · ${place}`),
      action: current
        ? undefined
        : { label: 'End', subject: `the session of ${device}`, run: () => session.end({ id }) },
    })}
  >
    {(list, { busy, change }) =>
      list.length > 1 && (
        <Button
          variant="quiet"
          disabled={busy}
          className="w-full sm:w-auto sm:justify-self-start"
          onClick={() => void change(() => allSessions.endOthers())}
        >
          Sign out everywhere else
        </Button>
      )
    }
  </CredentialPanel>
);
