import { KeyRound } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { formatDate } from '../../../shared/dates.ts';
import { ApiError } from '../../../shared/http/api-error.ts';
import type { AsyncResult } from '../../../shared/result.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorAlert } from '../../../ui/failure.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { AsyncContent } from '../../../ui/loading/async-content.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { useReloadable } from '../../../ui/loading/use-reloadable.ts';
import { TitledPanel } from '../../../ui/titled-panel.tsx';
import { type AdminStatus, authClient } from '../client.ts';
import type { Passkey } from './passkey.ts';
import { addPasskey, isDismissed, usePasskeySupport } from './webauthn-client.ts';

const failed = 'That did not work. Please try again.';

interface PasskeyListProps {
  passkeys: AsyncResult<Passkey[] | null>;
  /** Administrators are asked to have one. */
  adminStatus: AsyncResult<AdminStatus>;
}

/** The passkeys of the account: add one, remove one. */
export function PasskeyList({ passkeys, adminStatus }: PasskeyListProps) {
  const { current, refresh } = useReloadable(
    passkeys,
    () => authClient().passkeys(),
    'Failed to load your passkeys',
  );
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const supported = usePasskeySupport();

  async function change(work: () => Promise<unknown>): Promise<boolean> {
    setBusy(true);
    setFailure('');
    try {
      await work();
      await refresh();
      return true;
    } catch (error) {
      if (!isDismissed(error)) setFailure(error instanceof ApiError ? error.message : failed);
      return false;
    } finally {
      setBusy(false);
    }
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
            <div className="grid gap-5">
              {list.length === 0 && <AdminHint adminStatus={adminStatus} />}
              {list.length > 0 && (
                <ul className="divide-y divide-dune/70">
                  {list.map((passkey) => (
                    <PasskeyRow
                      key={passkey.id}
                      passkey={passkey}
                      busy={busy}
                      remove={() => void change(() => authClient().removePasskey(passkey.id))}
                    />
                  ))}
                </ul>
              )}
              {failure && <ErrorAlert>{failure}</ErrorAlert>}
              {supported && <NewPasskey busy={busy} add={(name) => change(() => addPasskey(name))} />}
            </div>
          </Panel>
        )
      }
    </AsyncContent>
  );
}

const Panel = ({ children }: { children: ReactNode }) => (
  <TitledPanel
    id="passkeys"
    title="Passkeys"
    lead="Sign in with your fingerprint, your face or your device's lock, without waiting for a code. A code by e-mail always works too."
  >
    {children}
  </TitledPanel>
);

function AdminHint({ adminStatus }: { adminStatus: AsyncResult<AdminStatus> }) {
  return (
    <AsyncContent from={adminStatus} pending={null} failed={() => null}>
      {({ isAdmin }) =>
        isAdmin && (
          <p className="rounded-xl bg-peach p-4 text-ink">
            You look after this site. Please add a passkey: it protects guests and bookings better than a code
            by e-mail.
          </p>
        )
      }
    </AsyncContent>
  );
}

function PasskeyRow({ passkey, busy, remove }: { passkey: Passkey; busy: boolean; remove(): void }) {
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <li className="flex items-center gap-4 py-4 first:pt-0">
      <KeyRound aria-hidden="true" className="size-6 shrink-0 text-lagoon" />
      <div className="min-w-0 grow">
        <p className="font-semibold wrap-anywhere text-ink">{name || 'Passkey'}</p>
        <p className="text-slate">
          Added {formatDate(createdAt)}
          {lastUsedAt && ` · last used ${formatDate(lastUsedAt)}`}
        </p>
      </div>
      <Button look="quiet" disabled={busy} onClick={remove} className="shrink-0 px-5">
        Remove<span className="unseen"> {name || 'this passkey'}</span>
      </Button>
    </li>
  );
}

function NewPasskey({ busy, add }: { busy: boolean; add(name: string): Promise<boolean> }) {
  const [name, setName] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!busy && (await add(name.trim()))) setName('');
  };
  return (
    <form method="dialog" onSubmit={submit} className="grid gap-3 sm:grid-cols-[1fr_auto] sm:items-end">
      <TextField
        id="passkey-name"
        label="Name of the new passkey"
        name="passkey-name"
        maxLength={100}
        autoComplete="off"
        placeholder="My phone"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" look="secondary" disabled={busy || name.trim() === ''} className="min-h-12">
        Add a passkey
      </Button>
    </form>
  );
}
