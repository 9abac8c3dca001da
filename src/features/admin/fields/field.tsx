import type { ComponentType } from 'react';
import type { FieldControl } from '../../../ui/forms/schema-form.tsx';
import { type Widget, widgetFor } from '../../tables/field-widget.ts';
import { fieldTitle } from '../schema/field-kind.ts';
import {
  CheckboxInput,
  NumberInput,
  ReadOnlyInput,
  RichTextInput,
  SelectInput,
  TextareaInput,
  TextInput,
} from './basic-inputs.tsx';
import { DateField } from './date-input.tsx';
import type { InputControl } from './field-props.ts';
import { ListInput } from './list-input.tsx';
import { MoneyInput } from './money-input.tsx';
import { RowComboBox } from './row-combobox.tsx';
import { FileInput, MediaInput } from './upload-input.tsx';

const widgets: Record<Widget, ComponentType<InputControl>> = {
  readonly: ReadOnlyInput,
  reference: RowComboBox,
  list: ListInput,
  richText: RichTextInput,
  media: MediaInput,
  file: FileInput,
  select: SelectInput,
  checkbox: CheckboxInput,
  date: DateField,
  datetime: DateField,
  email: (control) => <TextInput {...control} type="email" />,
  url: (control) => <TextInput {...control} type="url" />,
  money: MoneyInput,
  number: NumberInput,
  textarea: TextareaInput,
  text: (control) => <TextInput {...control} type="text" />,
  unsupported: ({ id, schema }) => <p id={id}>{`unsupported field type: ${schema.type}`}</p>,
};

/** Widgets of several controls, to which no label can point. */
const grouped = new Set<Widget>(['list', 'richText', 'unsupported']);
const narrow = new Set<Widget>([
  'select',
  'checkbox',
  'date',
  'datetime',
  'email',
  'money',
  'number',
  'readonly',
  'reference',
]);
const titleClass = 'font-semibold text-ink';

export function Field(control: InputControl) {
  const { id, name, schema, error } = control;
  const widget = widgetFor(name, schema);
  const Control = widgets[widget];
  return (
    <div data-field={name} className={`min-w-0 ${narrow.has(widget) ? '' : 'sm:col-span-2'}`}>
      {widget === 'checkbox' ? (
        <label htmlFor={id} className={`flex min-h-11 items-center gap-3 ${titleClass} sm:mt-7`}>
          <Control {...control} />
          <span>
            <Title {...control} />
          </span>
        </label>
      ) : grouped.has(widget) ? (
        <p id={`${id}-label`} className={`mb-1.5 ${titleClass}`}>
          <Title {...control} />
        </p>
      ) : (
        <label id={`${id}-label`} htmlFor={id} className={`mb-1.5 block ${titleClass}`}>
          <Title {...control} />
        </label>
      )}
      {widget !== 'checkbox' && <Control {...control} />}
      {schema.description && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-slate">
          {schema.description}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="mt-1 text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

const Title = ({ name, schema, required }: FieldControl) => (
  <>
    {fieldTitle(name, schema)}
    {required && !schema.readOnly && !schema.primaryKey && (
      <span aria-hidden="true" className="text-danger">
        {' '}
        *
      </span>
    )}
  </>
);
