import type { ComponentType } from 'react';
import { Field, FieldHint, FieldProblem } from '../../../ui/forms/field.tsx';
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
import { DateInput } from './date-input.tsx';
import { type InputControl, isMarked } from './field-props.ts';
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
  date: DateInput,
  datetime: DateInput,
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

/** The field of a row with the widget of its kind; the form moves the focus to one that is wrong. */
export function TableField(control: InputControl) {
  const { id, name, schema, error } = control;
  const widget = widgetFor(name, schema);
  const Control = widgets[widget];
  return (
    <div data-field={name} className={`min-w-0 ${narrow.has(widget) ? '' : 'sm:col-span-2'}`}>
      {widget === 'checkbox' ? (
        <>
          <CheckboxInput {...control} />
          <FieldHint id={`${id}-hint`}>{schema.description}</FieldHint>
          <FieldProblem id={`${id}-error`} isAnnounced={false}>
            {error}
          </FieldProblem>
        </>
      ) : (
        <Field
          id={id}
          label={fieldTitle(name, schema)}
          hint={schema.description}
          isMarked={isMarked(control)}
          isGroup={grouped.has(widget)}
          problem={error}
          problemId={`${id}-error`}
          isAnnounced={false}
        >
          {() => <Control {...control} />}
        </Field>
      )}
    </div>
  );
}
