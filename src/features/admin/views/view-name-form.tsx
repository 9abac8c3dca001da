import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { maxViewNameLength } from './view.ts';

interface NameFormProps {
  label: string;
  button: string;
  initial?: string;
  isBusy?: boolean;
  /** @param onStored ends what was typed; until then it stays */
  save(name: string, onStored: () => void): void;
}

export function NameForm({ label, button, initial = '', isBusy = false, save }: NameFormProps) {
  const [name, setName] = useState(initial);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() === '') return;
        save(name.trim(), () => setName(''));
      }}
      className="grid gap-1.5"
    >
      <Field label={label}>
        {(control) => (
          <input
            {...control}
            value={name}
            maxLength={maxViewNameLength}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Button
        type="submit"
        variant="secondary"
        disabled={isBusy || name.trim() === ''}
        className="mt-1.5 justify-self-start"
      >
        {button}
      </Button>
    </form>
  );
}
