import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Alert, ErrorAlert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { hostedBooking } from '../bookings/calls.ts';
import type { HostedDetail } from '../bookings/contract.server.ts';
import { showChanged } from '../bookings/queries.ts';

const maxLength = 100;

/** Sets the code that opens the door for one stay. */
export function AccessCodeForm({ booking }: { booking: HostedDetail }) {
  const { code, accessCode, accessSentAt, isAccessUndeliverable } = booking;
  const client = useQueryClient();
  const [typed, setTyped] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: (text: string) => hostedBooking.setAccessCode({ code, json: { accessCode: text } }),
    onSuccess: (detail) => {
      showChanged(client, detail);
      setTyped(null);
    },
  });
  const value = typed ?? accessCode;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate(value.trim());
  };
  return (
    <form onSubmit={submit} className="mt-4 grid gap-3 border-t border-dune pt-4">
      <Field
        id="access-code"
        label="Access code of this stay"
        hint={`The guest reads it above the notes of the home. Leave it empty where all guests use the same.${accessSentAt && !isAccessUndeliverable ? ' The arrival mail has gone out: a new code stands on the trip’s page alone, so please write to your guest, too.' : ''}`}
      >
        {(control) => (
          <input
            {...control}
            value={value}
            maxLength={maxLength}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <div aria-live="polite" className="empty:hidden">
        {save.isSuccess && typed === null && (
          <Alert>{accessCode ? 'The code is saved.' : 'This stay has no code of its own now.'}</Alert>
        )}
      </div>
      {save.error && <ErrorAlert>{save.error.message}</ErrorAlert>}
      <Button
        type="submit"
        variant="quiet"
        disabled={save.isPending || value.trim() === accessCode}
        className="justify-self-start"
      >
        {save.isPending ? 'Saving…' : 'Save the code'}
      </Button>
    </form>
  );
}
