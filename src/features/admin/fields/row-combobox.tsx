import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, X } from 'lucide-react';
import { useContext, useEffect, useState } from 'react';
import {
  Button,
  ComboBox,
  ComboBoxStateContext,
  Input,
  ListBox,
  ListBoxItem,
} from 'react-aria-components/ComboBox';
import { IconButton } from '../../../ui/small-button.tsx';
import { rowLabelQuery, rowSearchQuery, useRowLabel } from '../calls/queries.ts';
import { FieldPopover } from './field-popover.tsx';
import { fieldProps, type InputControl, toText } from './field-props.ts';

/** A row of another table, found by its label; its id is stored. `{id}-label` names it. */
export function RowComboBox(control: InputControl) {
  const { id, name, schema, value, required, disabled, onChange } = control;
  const table = schema.references ?? '';
  const current = toText(value);
  const client = useQueryClient();
  const label = useRowLabel(table, current);
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [element, setElement] = useState<HTMLElement | null>(null);
  const text = typed ?? '';
  const searched = useDebounced(text);
  const search = useQuery({ ...rowSearchQuery(table, searched), enabled: isOpen });
  const isCurrent = searched === text && !search.isPlaceholderData;
  // The previous rows that still match stay until the next ones load, so that the list does not jump under the pointer.
  const options = (search.data ?? []).filter(({ label: one }) => isCurrent || includesText(one, text));
  const { 'aria-describedby': describedBy, 'aria-invalid': isInvalid, className } = fieldProps(control);

  function choose(key: string | number | null) {
    setTyped(null);
    const option = options.find((one) => String(one.id) === key);
    if (!option || key === current) return;
    client.setQueryData(rowLabelQuery(table, String(option.id)).queryKey, option.label);
    onChange(option.id);
  }
  return (
    <ComboBox
      ref={setElement}
      menuTrigger="manual"
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
      items={options.map((option) => ({ id: String(option.id), label: option.label }))}
      selectedKey={current || null}
      onSelectionChange={choose}
      inputValue={typed ?? label}
      onInputChange={(text) => setTyped(text === label ? null : text)}
      onOpenChange={setIsOpen}
      allowsEmptyCollection
      isRequired={required}
      isDisabled={disabled}
      isInvalid={isInvalid}
      validationBehavior="aria"
      className="relative"
    >
      <ComboBoxInput id={id} name={name} className={`${className} pr-24`} />
      <span className="absolute inset-y-0 right-1.5 flex items-center">
        {current !== '' && !required && !disabled && (
          <IconButton label={`Clear ${schema.title ?? name}`} onClick={() => onChange(null)}>
            <X aria-hidden="true" className="size-4.5" />
          </IconButton>
        )}
        <Button className="grid size-9 max-sm:size-11 place-items-center rounded-lg text-slate outline-none hover:bg-mist hover:text-deep">
          <ChevronDown aria-hidden="true" className="size-4.5" />
        </Button>
      </span>
      <FieldPopover field={element} className="w-(--trigger-width) overflow-hidden">
        <ListBox<{ id: string; label: string }>
          renderEmptyState={() => (
            <p className="px-3.5 py-2 text-slate">
              {search.error
                ? 'Failed to fetch data'
                : search.data && isCurrent
                  ? 'Nothing found'
                  : 'Loading...'}
            </p>
          )}
          className="max-h-60 overflow-y-auto py-1 outline-none"
        >
          {(option) => (
            <ListBoxItem
              textValue={option.label}
              className="min-h-10 cursor-pointer px-3.5 py-2 wrap-anywhere data-focused:bg-mist data-selected:font-semibold"
            >
              {option.label}
            </ListBoxItem>
          )}
        </ListBox>
      </FieldPopover>
      <FirstOption />
    </ComboBox>
  );
}

/** Opens only by click or typing; React Aria would also open it when the label arrives. */
function ComboBoxInput(props: { id: string; name: string; className: string }) {
  const state = useContext(ComboBoxStateContext);
  return (
    <Input
      {...props}
      placeholder="Search by name"
      // Esc closes only the list, not the dialog around it.
      onKeyDownCapture={(event) => {
        if (event.key === 'Escape' && state?.isOpen) event.preventDefault();
      }}
      onInput={() => state?.open(null, 'input')}
      onClick={() => state?.open(null, 'manual')}
    />
  );
}

/** Lets Enter take the first option by default. It follows the list, which clears the focus when its first rows arrive. */
function FirstOption() {
  const { isOpen, collection, selectionManager } = useContext(ComboBoxStateContext) ?? {};
  const firstKey = collection?.getFirstKey();
  const focusedKey = selectionManager?.focusedKey;
  useEffect(() => {
    if (isOpen && firstKey != null && focusedKey == null) selectionManager?.setFocusedKey(firstKey);
  }, [isOpen, firstKey, focusedKey, selectionManager]);
  return null;
}

const includesText = (label: string, text: string): boolean =>
  label.toLowerCase().includes(text.trim().toLowerCase());

const debounceMs = 200;

function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), text ? debounceMs : 0);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : debounced;
}
