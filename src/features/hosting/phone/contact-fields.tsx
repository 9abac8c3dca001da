import { Field } from '../../../ui/forms/field.tsx';
import { FormPart } from './form-frame.tsx';

const fields = [
  { name: 'name', label: 'Name', type: 'text', hint: '' },
  { name: 'email', label: 'Email', type: 'email', hint: '' },
  { name: 'phone', label: 'Phone', type: 'tel', hint: 'An e-mail address or a phone number is enough.' },
] as const;

export interface Contact {
  name: string;
  email: string;
  phone: string;
  note: string;
}

interface ContactFieldsProps {
  contact: Contact;
  problems: Record<string, string>;
  change(next: Partial<Contact>): void;
}

/** The guest of a stay. */
export const ContactFields = ({ contact, problems, change }: ContactFieldsProps) => (
  <FormPart title="The guest">
    {fields.map(({ name, label, type, hint }) => (
      <Field key={name} label={label} hint={hint} problem={problems[name]}>
        {(field) => (
          <input
            {...field}
            type={type}
            required={name === 'name'}
            autoComplete="off"
            value={contact[name]}
            onChange={({ target }) => change({ [name]: target.value })}
          />
        )}
      </Field>
    ))}
    <Field label="Note, if any" hint="Such as a late arrival. The guest can read it." problem={problems.note}>
      {(field) => (
        <textarea
          {...field}
          rows={2}
          maxLength={2000}
          value={contact.note}
          onChange={({ target }) => change({ note: target.value })}
        />
      )}
    </Field>
  </FormPart>
);
