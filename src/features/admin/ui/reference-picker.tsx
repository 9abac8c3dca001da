import { ChevronDown, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { FieldControl } from '../../../ui/schema-form.tsx';
import type { RowId } from '../table.ts';
import { findRows, nameOfRow, type ReferenceOption } from './reference-labels.ts';
import { IconTool, inputClass } from './tool.tsx';
import { attributesOf, fieldClass, textOf } from './widget-attributes.ts';

/** How long somebody may pause while typing before the search begins, in milliseconds. */
const pauseMs = 200;

interface ReferencePickerProps extends FieldControl {
  /** Whether it stands among small buttons: as low as they are, with its list over what follows. */
  isTool?: boolean;
}

/** A row of another table, found by its name; its id is what is stored. */
export function ReferencePicker({ isTool = false, ...control }: ReferencePickerProps) {
  const { id, schema, value, required, disabled, onChange } = control;
  const table = schema.references ?? '';
  const [name, setName] = useState('');
  const [typed, setTyped] = useState<string | null>(null);
  const [options, setOptions] = useState<ReferenceOption[] | null>(null);
  const [failed, setFailed] = useState(false);
  const [at, setAt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const chosen = useRef<RowId>(undefined);
  const isOpen = typed !== null;
  const current = textOf(value);

  useEffect(() => {
    if (current === '') return setName('');
    if (chosen.current === current) return;
    let isWanted = true;
    setName(current);
    nameOfRow(table, current).then(
      (found) => isWanted && setName(found),
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [table, current]);

  useEffect(() => {
    if (typed === null) return;
    const ends = new AbortController();
    const timer = setTimeout(
      () => {
        findRows(table, typed, ends.signal).then(
          (found) => {
            setOptions(found);
            setFailed(false);
            setAt(0);
          },
          () => !ends.signal.aborted && setFailed(true),
        );
      },
      typed ? pauseMs : 0,
    );
    return () => {
      clearTimeout(timer);
      ends.abort();
    };
  }, [table, typed]);

  function close() {
    setTyped(null);
    setOptions(null);
  }
  function choose(option: ReferenceOption) {
    chosen.current = String(option.id);
    setName(option.name);
    onChange(option.id);
    close();
    input.current?.focus();
  }
  function followKeys(event: KeyboardEvent) {
    const count = options?.length ?? 0;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) return setTyped('');
      if (count > 0) setAt((at + (event.key === 'ArrowDown' ? 1 : count - 1)) % count);
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
          {...attributesOf(control)}
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
            <IconTool label={`Clear ${schema.title ?? control.name}`} onClick={() => onChange(null)}>
              <X aria-hidden="true" className="size-4.5" />
            </IconTool>
          )}
          <ChevronDown aria-hidden="true" className="pointer-events-none mr-2 size-4.5 text-slate" />
        </span>
      </div>
      {isOpen && (
        <div
          id={listId}
          role="listbox"
          aria-label={schema.title ?? control.name}
          className={`mt-1 max-h-60 overflow-y-auto rounded-xl border border-dune bg-white py-1 shadow-card ${isTool ? 'absolute inset-x-0 z-40' : ''}`}
        >
          {options?.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are followed where the focus is, in the input
            <div
              key={option.id}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => setAt(index)}
              onClick={() => choose(option)}
              className="min-h-10 cursor-pointer px-3.5 py-2 wrap-anywhere aria-selected:bg-mist"
            >
              {option.name}
            </div>
          ))}
        </div>
      )}
      <p role="status" className={isOpen && (failed || options?.length === 0) ? 'mt-1 text-slate' : 'unseen'}>
        {isOpen &&
          (failed
            ? 'Failed to fetch data'
            : options && (options.length === 0 ? 'Nothing found' : `${options.length} found`))}
      </p>
    </div>
  );
}
