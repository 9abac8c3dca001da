import type { FormSchema } from '../../../shared/forms/schema.ts';
import { anyProperty } from '../../inquiries/inquiry/inquiry.ts';

/** The inquiry form on the page of one home, which offers this home or any, but not the others, which have pages of their own. */
export function toHomeForm(form: FormSchema, title: string): FormSchema {
  const { property } = form.properties;
  if (!property?.enum?.includes(title)) return form;
  const choices = property.enum.filter((choice) => choice === title || choice === anyProperty);
  return { ...form, properties: { ...form.properties, property: { ...property, enum: choices } } };
}
