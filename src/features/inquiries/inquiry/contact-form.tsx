import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { SchemaField } from '../../../ui/forms/schema-field.tsx';
import { Honeypot } from '../spam/honeypot.tsx';
import { type InquiryFormOptions, useInquiryForm } from './use-inquiry-form.ts';

const inputs = {
  name: { autoComplete: 'name' },
  email: { autoComplete: 'email' },
  phone: { autoComplete: 'tel', type: 'tel' },
};

const widths: Record<string, string> = {
  name: 'sm:col-span-3',
  email: 'sm:col-span-3',
  phone: 'sm:col-span-3',
  property: 'sm:col-span-3',
  checkin: 'sm:col-span-2',
  checkout: 'sm:col-span-2',
  guests: 'sm:col-span-2',
};

export function ContactForm(options: InquiryFormOptions) {
  const { schema } = options;
  const { form, values, errors, status, change, submit } = useInquiryForm(options);
  const busy = status.state === 'submitting';
  return (
    <form
      ref={form}
      // Sends nothing by itself: before the scripts have arrived, a GET would put the values into the URL.
      method="dialog"
      noValidate
      onSubmit={submit}
      aria-label="Booking inquiry"
      className="grid gap-5 sm:grid-cols-6"
    >
      {Object.entries(schema.properties).map(([name, field]) => (
        <div key={name} className={widths[name] ?? 'sm:col-span-6'}>
          <SchemaField
            id={`inquiry-${name}`}
            name={name}
            schema={field}
            value={values[name]}
            required={schema.required?.includes(name) ?? false}
            error={errors[name]}
            input={inputs[name as keyof typeof inputs]}
            onChange={(raw) => change(name, raw)}
          />
        </div>
      ))}
      <Honeypot id="inquiry-website" />
      <div className="flex flex-col gap-4 sm:col-span-6">
        <div aria-live="polite">
          {'message' in status && <Alert failed={status.state === 'error'}>{status.message}</Alert>}
        </div>
        <Button type="submit" disabled={busy} className="w-full text-lg sm:w-auto sm:self-start sm:px-10">
          {busy ? 'Sending...' : 'Send Inquiry'}
        </Button>
      </div>
    </form>
  );
}
