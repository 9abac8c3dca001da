import { fieldMessage, type SchemaFieldProps, Widget } from './field-widget.tsx';

const boxClass = 'size-5 shrink-0 accent-gulf';
const boxLabelClass = 'flex min-h-11 items-center gap-3 text-ink';
const titleClass = 'mb-1.5 block font-semibold text-ink';

export function SchemaField(props: SchemaFieldProps) {
  const { id, schema, error } = props;
  return (
    <div>
      {schema.type === 'boolean' ? (
        <Checkbox {...props} />
      ) : schema.type === 'array' ? (
        <CheckboxGroup {...props} />
      ) : (
        <>
          <label htmlFor={id} className={titleClass}>
            <Title {...props} />
          </label>
          <Widget {...props} />
        </>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

function Title({ name, schema, required }: SchemaFieldProps) {
  return (
    <>
      {schema.title ?? name}
      {required && (
        <span aria-hidden="true" className="text-danger">
          {' '}
          *
        </span>
      )}
    </>
  );
}

function Checkbox(props: SchemaFieldProps) {
  const { id, name, value, required, onChange } = props;
  return (
    <label htmlFor={id} className={boxLabelClass}>
      <input
        {...fieldMessage(props)}
        id={id}
        name={name}
        type="checkbox"
        aria-required={required}
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
        className={boxClass}
      />
      <span className="font-semibold">
        <Title {...props} />
      </span>
    </label>
  );
}

function CheckboxGroup(props: SchemaFieldProps) {
  const { id, name, schema, value, error, onChange } = props;
  const choices = (schema.items?.enum ?? []).map(String);
  const checked = Array.isArray(value) ? value.map(String) : [];
  const toggled = (choice: string) =>
    choices.filter((one) => (one === choice ? !checked.includes(one) : checked.includes(one)));
  return (
    <fieldset id={id} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={titleClass}>
        <Title {...props} />
      </legend>
      {choices.map((choice, index) => (
        <label key={choice} className={boxLabelClass}>
          <input
            name={name}
            type="checkbox"
            value={choice}
            checked={checked.includes(choice)}
            onChange={() => onChange(toggled(choice))}
            className={boxClass}
          />
          {schema.items?.enumNames?.[index] ?? choice}
        </label>
      ))}
    </fieldset>
  );
}
