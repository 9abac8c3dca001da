import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { parseInput } from '../../../shared/forms/parse-input.ts';
import { Choice } from '../../../ui/forms/choice.tsx';
import type { FieldControl } from '../../../ui/forms/schema-form.tsx';
import { SmallButton } from '../../../ui/small-button.tsx';
import { widgetFor } from '../../tables/field-widget.ts';
import { fieldClass, groupProps, toText } from './field-props.ts';
import { ImageListInput } from './image-list-input.tsx';
import { RecordsInput } from './records-input.tsx';
import { moveItem, ReorderButtons } from './reorder-buttons.tsx';

/** A list: boxes for choices, images, or one line an item. */
export function ListInput(control: FieldControl) {
  const { name, schema } = control;
  if (schema.items?.enum) return <ChoicesInput {...control} />;
  if (schema.items?.properties) return <RecordsInput {...control} />;
  const item = schema.items ?? { type: 'string' as const };
  return widgetFor(name, item) === 'media' ? <ImageListInput {...control} /> : <LinesInput {...control} />;
}

export function ChoicesInput(control: FieldControl) {
  const { name, schema, value, error, disabled, onChange } = control;
  const choices = schema.items?.enum ?? [];
  const checked: unknown[] = Array.isArray(value) ? value : [];
  return (
    <div {...groupProps(control)} className="flex flex-wrap gap-x-6">
      {choices.map((choice, index) => (
        <Choice
          key={choice}
          type="checkbox"
          name={name}
          value={choice}
          disabled={disabled}
          aria-invalid={error !== undefined || undefined}
          checked={checked.includes(choice)}
          onChange={(event) =>
            onChange(choices.filter((one) => (one === choice ? event.target.checked : checked.includes(one))))
          }
        >
          {schema.items?.enumNames?.[index] ?? choice}
        </Choice>
      ))}
    </div>
  );
}

function LinesInput(control: FieldControl) {
  const { name, schema, value, error, disabled, onChange } = control;
  const items: unknown[] = Array.isArray(value) ? value : [];
  const field = schema.items ?? { type: 'string' as const };
  const list = useRef<HTMLDivElement>(null);
  const title = field.title ?? 'Item';
  const isNumber = field.type === 'number' || field.type === 'integer';

  function add() {
    // Rendered at once, so that the first key typed after the press is in the new field.
    flushSync(() => onChange([...items, isNumber ? undefined : '']));
    [...(list.current?.querySelectorAll('input') ?? [])].at(-1)?.focus();
  }
  return (
    <div ref={list} {...groupProps(control)} className="grid gap-2">
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two items may be the same
        <div key={index} className="flex items-center gap-1">
          <input
            name={name}
            type={isNumber ? 'number' : 'text'}
            step={isNumber ? 'any' : undefined}
            aria-label={`${title} ${index + 1}`}
            aria-invalid={error !== undefined || undefined}
            disabled={disabled}
            value={toText(item)}
            onChange={({ target }) =>
              onChange(items.map((one, at) => (at === index ? parseInput(field, target.value) : one)))
            }
            className={`${fieldClass} min-w-0`}
          />
          <ReorderButtons
            label={`${title} ${index + 1}`}
            index={index}
            count={items.length}
            disabled={disabled}
            onMove={(to) => onChange(moveItem(items, index, to))}
            onRemove={() => onChange(items.toSpliced(index, 1))}
          />
        </div>
      ))}
      {!disabled && (
        <SmallButton onClick={add} data-focus="" className="justify-self-start">
          <Plus aria-hidden="true" className="size-4" />
          {`Add ${title.toLowerCase()}`}
        </SmallButton>
      )}
    </div>
  );
}
