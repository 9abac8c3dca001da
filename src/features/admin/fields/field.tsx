import type { ComponentType } from 'react';
import type { FieldControl } from '../../../ui/forms/schema-form.tsx';
import { ReferencePicker } from '../references/row-combobox.tsx';
import { fieldTitle } from '../schema/field-kind.ts';
import {
  CheckboxWidget,
  InputWidget,
  NumberWidget,
  ReadOnlyWidget,
  SelectWidget,
  TextareaWidget,
} from './basic-inputs.tsx';
import { type Widget, widgetFor } from './field-widget.ts';
import { FileWidget } from './file-input.tsx';
import { ListWidget } from './list-input.tsx';
import { MediaWidget } from './media-input.tsx';
import { RichTextWidget } from './rich-text-input.tsx';

const widgets: Record<Widget, ComponentType<FieldControl>> = {
  readonly: ReadOnlyWidget,
  reference: ReferencePicker,
  list: ListWidget,
  richText: RichTextWidget,
  media: MediaWidget,
  file: FileWidget,
  select: SelectWidget,
  checkbox: CheckboxWidget,
  date: (control) => <InputWidget {...control} type="date" />,
  datetime: (control) => <InputWidget {...control} type="datetime-local" />,
  email: (control) => <InputWidget {...control} type="email" />,
  url: (control) => <InputWidget {...control} type="url" />,
  number: NumberWidget,
  textarea: TextareaWidget,
  text: (control) => <InputWidget {...control} type="text" />,
  unsupported: ({ id, schema }) => <p id={id}>{`unsupported field type: ${schema.type}`}</p>,
};

/** Widgets of several controls, which one label cannot point to. */
const grouped = new Set<Widget>(['list', 'richText', 'unsupported']);
const narrow = new Set<Widget>([
  'select',
  'checkbox',
  'date',
  'datetime',
  'email',
  'number',
  'readonly',
  'reference',
]);

/** A field of a row: its title, what explains it, its widget, and what is wrong with it. */
export function RowFormField(control: FieldControl) {
  const { id, name, schema, required, error } = control;
  const widget = widgetFor(name, schema);
  const Control = widgets[widget];
  const title = (
    <>
      {fieldTitle(name, schema)}
      {required && widget !== 'readonly' && (
        <span aria-hidden="true" className="text-danger">
          {' '}
          *
        </span>
      )}
    </>
  );
  const titleClass = 'font-semibold text-ink';
  return (
    <div data-field={name} className={`min-w-0 ${narrow.has(widget) ? '' : 'sm:col-span-2'}`}>
      {widget === 'checkbox' ? (
        <label htmlFor={id} className={`flex min-h-11 items-center gap-3 ${titleClass} sm:mt-7`}>
          <Control {...control} />
          <span>{title}</span>
        </label>
      ) : grouped.has(widget) ? (
        <p id={`${id}-label`} className={`mb-1.5 ${titleClass}`}>
          {title}
        </p>
      ) : (
        <label htmlFor={id} className={`mb-1.5 block ${titleClass}`}>
          {title}
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
