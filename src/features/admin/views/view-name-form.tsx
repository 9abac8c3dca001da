import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { inputClass } from '../../../ui/small-button.tsx';

interface NameFormProps {
  label: string;
  button: string;
  initial?: string;
  isBusy?: boolean;
  save(name: string): void;
}

export function NameForm({ label, button, initial = '', isBusy = false, save }: NameFormProps) {
  const [name, setName] = useState(initial);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() === '') return;
        save(name.trim());
        setName('');
      }}
      className="grid gap-1.5"
    >
      <label className="grid gap-1.5 font-semibold">
        {label}
        <input
          value={name}
          maxLength={100}
          onChange={(event) => setName(event.target.value)}
          className={`${inputClass} font-normal`}
        />
      </label>
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
