import { Choice } from './choice.tsx';
import { Field, FieldProblem, MarkedLabel } from './field.tsx';
import { type SchemaFieldProps, Widget } from './field-widget.tsx';

/** The field of a schema with its title. Its error is not announced, because the form focuses the first invalid field. */
export function SchemaField(props: SchemaFieldProps) {
  const { id, name, schema, required, error } = props;
  if (schema.type === 'boolean') return <Checkbox {...props} />;
  if (schema.type === 'array') return <CheckboxGroup {...props} />;
  return (
    <Field
      id={id}
      label={schema.title ?? name}
      isMarked={required}
      problem={error}
      problemId={`${id}-error`}
      isAnnounced={false}
    >
      {(control) => <Widget {...props} control={control} />}
    </Field>
  );
}

const Title = ({ name, schema, required }: SchemaFieldProps) => (
  <MarkedLabel isMarked={required}>{schema.title ?? name}</MarkedLabel>
);

const Problem = ({ id, error }: SchemaFieldProps) => (
  <FieldProblem id={`${id}-error`} isAnnounced={false}>
    {error}
  </FieldProblem>
);

function Checkbox(props: SchemaFieldProps) {
  const { id, name, value, required, error, onChange } = props;
  return (
    <div>
      <Choice
        type="checkbox"
        id={id}
        name={name}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        aria-required={required}
        checked={value === true}
        onChange={({ target }) => onChange(target.checked)}
      >
        <span className="font-semibold">
          <Title {...props} />
        </span>
      </Choice>
      <Problem {...props} />
    </div>
  );
}

function CheckboxGroup(props: SchemaFieldProps) {
  const { id, name, schema, value, error, onChange } = props;
  const choices = (schema.items?.enum ?? []).map(String);
  const checked = Array.isArray(value) ? value.map(String) : [];
  const toggled = (choice: string) =>
    choices.filter((one) => (one === choice ? !checked.includes(one) : checked.includes(one)));
  return (
    <div>
      <fieldset id={id} aria-describedby={error ? `${id}-error` : undefined}>
        <legend className="mb-1.5 block font-semibold text-ink">
          <Title {...props} />
        </legend>
        {choices.map((choice, index) => (
          <Choice
            key={choice}
            type="checkbox"
            name={name}
            value={choice}
            checked={checked.includes(choice)}
            onChange={() => onChange(toggled(choice))}
          >
            {schema.items?.enumNames?.[index] ?? choice}
          </Choice>
        ))}
      </fieldset>
      <Problem {...props} />
    </div>
  );
}
