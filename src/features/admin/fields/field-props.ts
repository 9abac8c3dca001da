import type { FieldControl } from '../../../ui/forms/schema-form.tsx';

/** The props of a field that is edited, or of the value of a filter. */
export interface InputControl extends FieldControl {
  /** Whether the control is as low as small buttons. */
  isSmall?: boolean;
  placeholder?: string;
  /** The currency of an amount of money (ISO 4217, any case). */
  currency?: string | undefined;
}

export const fieldClass =
  'w-full min-h-11 rounded-xl border border-driftwood/70 bg-white px-3.5 py-2 text-base text-ink placeholder:text-slate/70 disabled:border-dune disabled:bg-sand disabled:text-slate aria-invalid:border-danger';

function describedBy({ id, schema, error }: FieldControl): string | undefined {
  const ids = [schema.description && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : undefined;
}

export const fieldProps = (control: InputControl) => ({
  id: control.id,
  name: control.name,
  disabled: control.disabled,
  'aria-required': control.required || undefined,
  'aria-invalid': control.error !== undefined || undefined,
  'aria-describedby': describedBy(control),
  placeholder: control.placeholder,
  className: control.isSmall ? 'control-small w-full min-w-0' : fieldClass,
});

export const groupProps = (control: FieldControl) => ({
  role: 'group',
  id: control.id,
  'aria-labelledby': `${control.id}-label`,
  'aria-describedby': describedBy(control),
});

/** Whether a host must fill in the field. */
export const isMarked = ({ schema, required }: FieldControl): boolean =>
  required && !schema.readOnly && !schema.primaryKey;

export const toText = (value: unknown): string =>
  value === undefined || value === null ? '' : String(value);
