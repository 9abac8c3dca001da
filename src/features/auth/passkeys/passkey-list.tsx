import { KeyRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { formatDate } from '../../../shared/dates.ts';
import { ApiError } from '../../../shared/http/api-error.ts';
import type { AsyncResult } from '../../../shared/result.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { AsyncContent } from '../../../ui/loading/async-content.tsx';
import type { AdminStatus } from '../contract.server.ts';
import { CredentialPanel } from '../credential-panel.tsx';
import { listPasskeys, passkey } from './calls.ts';
import { addPasskey, isDismissed, usePasskeySupport } from './client-flow.ts';
import type { Passkey } from './contract.server.ts';

function changeError(error: unknown): string {
  if (isDismissed(error)) return '';
  return error instanceof ApiError ? error.message : 'That did not work. Please try again.';
}

interface PasskeyListProps {
  passkeys: AsyncResult<Passkey[] | null>;
  /** Administrators without a passkey are invited to add one. */
  adminStatus: AsyncResult<AdminStatus>;
}

export function PasskeyList({ passkeys, adminStatus }: PasskeyListProps) {
  const supported = usePasskeySupport();
  return (
    <CredentialPanel
      id="passkeys"
      title="Passkeys"
      lead="Sign in with your fingerprint, your face or your device's lock, without waiting for a code. A code by e-mail always works too."
      Icon={KeyRound}
      items={passkeys}
      load={() => listPasskeys()}
      loadError="Failed to load your passkeys"
      changeError={changeError}
      toRow={({ id, name, createdAt, lastUsedAt }) => ({
        title: name || 'Passkey',
        details: `Added ${formatDate(createdAt)}${lastUsedAt ? ` · last used ${formatDate(lastUsedAt)}` : ''}`,
        action: { label: 'Remove', subject: name || 'this passkey', run: () => passkey.remove({ id }) },
      })}
      empty={<AdminHint adminStatus={adminStatus} />}
    >
      {(_, { busy, change }) =>
        supported && <NewPasskey busy={busy} add={(name) => change(() => addPasskey(name))} />
      }
    </CredentialPanel>
  );
}

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

function NewPasskey({ busy, add }: { busy: boolean; add(name: string): Promise<boolean> }) {
  const [name, setName] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!busy && (await add(name.trim()))) setName('');
  };
  return (
    <form method="dialog" onSubmit={submit} className="grid gap-3 sm:grid-cols-[1fr_auto] sm:items-end">
      <Field id="passkey-name" label="Name of the new passkey">
        {(control) => (
          <input
            {...control}
            name="passkey-name"
            maxLength={100}
            autoComplete="off"
            placeholder="My phone"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="secondary" disabled={busy || name.trim() === ''} className="min-h-12">
        Add a passkey
      </Button>
    </form>
  );
}
