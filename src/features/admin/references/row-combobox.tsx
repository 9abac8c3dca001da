import { ChevronDown, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { FieldControl } from '../../../ui/forms/schema-form.tsx';
import { IconButton, inputClass } from '../../../ui/small-button.tsx';
import { fieldClass, fieldProps, toText } from '../fields/field-props.ts';
import type { RowId } from '../schema/table.ts';
import { fetchRowLabel, type ReferenceOption } from './row-labels.ts';
import { ReferenceOptions } from './row-options.tsx';
import { useReferenceChoices } from './use-row-choices.ts';

interface ReferencePickerProps extends FieldControl {
  /** Whether it stands among small buttons: as low as they are, with its list over what follows. */
  isTool?: boolean;
}

/** A row of another table, found by its name; its id is what is stored. */
export function ReferencePicker({ isTool = false, ...control }: ReferencePickerProps) {
  const { id, schema, value, required, disabled, onChange } = control;
  const table = schema.references ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const isOpen = typed !== null;
  const current = toText(value);
  const { name, keepName } = useChosenName(table, current);
  const { options, failed, at, setAt, step, forget } = useReferenceChoices(table, typed);

  function close() {
    setTyped(null);
    forget();
  }
  function choose(option: ReferenceOption) {
    keepName(option);
    onChange(option.id);
    close();
    input.current?.focus();
  }
  function followKeys(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) return setTyped('');
      step(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      const option = options?.[at];
      if (option) choose(option);
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  }
  const listId = `${id}-options`;
  return (
    <div className="relative">
      <div className="relative">
        <input
          {...fieldProps(control)}
          ref={input}
          role="combobox"
          type="text"
          autoComplete="off"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={isOpen && options?.[at] ? `${listId}-${at}` : undefined}
          placeholder="Search by name"
          value={typed ?? name}
          onChange={(event) => setTyped(event.target.value)}
          onClick={() => !isOpen && setTyped('')}
          onBlur={close}
          onKeyDown={followKeys}
          className={`${isTool ? `${inputClass} w-full` : fieldClass} pr-20`}
        />
        <span className="absolute inset-y-0 right-1.5 flex items-center">
          {current !== '' && !required && !disabled && (
            <IconButton label={`Clear ${schema.title ?? control.name}`} onClick={() => onChange(null)}>
              <X aria-hidden="true" className="size-4.5" />
            </IconButton>
          )}
          <ChevronDown aria-hidden="true" className="pointer-events-none mr-2 size-4.5 text-slate" />
        </span>
      </div>
      {isOpen && (
        <ReferenceOptions
          id={listId}
          label={schema.title ?? control.name}
          options={options}
          at={at}
          isOver={isTool}
          point={setAt}
          choose={choose}
        />
      )}
      <p role="status" className={isOpen && (failed || options?.length === 0) ? 'mt-1 text-slate' : 'unseen'}>
        {isOpen && resultMessage(options, failed)}
      </p>
    </div>
  );
}

/** The name of the row whose id is held; until it is found, and without such a row, the id. */
function useChosenName(table: string, current: string) {
  const [name, setName] = useState('');
  const chosen = useRef<RowId>(undefined);

  useEffect(() => {
    if (current === '') return setName('');
    if (chosen.current === current) return;
    let isWanted = true;
    setName(current);
    fetchRowLabel(table, current).then(
      (found) => isWanted && setName(found),
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [table, current]);

  /** The name of a row about to be chosen is known, and not asked for. */
  function keepName(option: ReferenceOption): void {
    chosen.current = String(option.id);
    setName(option.name);
  }
  return { name, keepName };
}

const resultMessage = (options: ReferenceOption[] | null, failed: boolean): string | null => {
  if (failed) return 'Failed to fetch data';
  return options && (options.length === 0 ? 'Nothing found' : `${options.length} found`);
};
