import { type ReactNode, useId } from 'react';

const sizes = {
  large: {
    box: 'min-w-0',
    label: 'mb-1.5 block font-semibold text-ink',
    control: 'control',
  },
  /** The size in rows of filters. */
  small: {
    box: 'min-w-0',
    label: 'mb-1 block text-sm font-semibold text-slate',
    control: 'control-small w-full',
  },
  /** The label and its control on one line. */
  inline: {
    box: 'flex min-w-0 items-center gap-2 text-sm',
    label: 'shrink-0 font-semibold text-slate',
    control: 'control-small',
  },
} as const;

/** The props of a field's input, select or textarea. */
export interface ControlProps {
  id: string;
  className: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

export interface FieldProps {
  label: ReactNode;
  /** Unique on the page, where a page or a test names the field. */
  id?: string | undefined;
  hint?: ReactNode;
  problem?: string | undefined;
  problemId?: string;
  /** Whether screen readers read the problem as it appears; not where the form moves the focus to the field. */
  isAnnounced?: boolean;
  /** Marks the label with an asterisk. */
  isMarked?: boolean;
  /** Hides the label from all but screen readers, where the context says what the field is. */
  isLabelHidden?: boolean;
  /** Several controls, which `${id}-label` names. */
  isGroup?: boolean;
  size?: keyof typeof sizes;
  className?: string;
}

interface FieldWithControlProps extends FieldProps {
  children(control: ControlProps): ReactNode;
}

/** A control with its label, what helps to fill it in, and what is wrong with it. */
export function Field({ label, hint, problem, children, ...props }: FieldWithControlProps) {
  const ownId = useId();
  const { id = ownId, problemId = `${id}-problem`, size = 'large', className = '' } = props;
  const described = [hint && `${id}-hint`, problem && problemId].filter(Boolean).join(' ');
  const Label = props.isGroup ? 'p' : 'label';
  return (
    <div className={`${sizes[size].box} ${className}`}>
      <Label
        id={`${id}-label`}
        htmlFor={props.isGroup ? undefined : id}
        className={props.isLabelHidden ? 'unseen' : sizes[size].label}
      >
        <MarkedLabel isMarked={props.isMarked}>{label}</MarkedLabel>
      </Label>
      {children({
        id,
        className: sizes[size].control,
        'aria-invalid': problem ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      <FieldHint id={`${id}-hint`}>{hint}</FieldHint>
      <FieldProblem id={problemId} isAnnounced={props.isAnnounced}>
        {problem}
      </FieldProblem>
    </div>
  );
}

interface MarkedLabelProps {
  isMarked: boolean | undefined;
  children: ReactNode;
}

/** The label of a field; an asterisk marks one that must be filled in. */
export const MarkedLabel = ({ isMarked, children }: MarkedLabelProps) => (
  <>
    {children}
    {isMarked && (
      <span aria-hidden="true" className="text-danger">
        {' '}
        *
      </span>
    )}
  </>
);

export const FieldHint = ({ id, children }: { id: string; children: ReactNode }) =>
  children ? (
    <p id={id} className="mt-1.5 text-sm text-slate wrap-anywhere">
      {children}
    </p>
  ) : null;

interface FieldProblemProps {
  id: string;
  isAnnounced?: boolean | undefined;
  children: string | undefined;
}

/** The message of an invalid field or choice, to which `aria-describedby` refers. */
export const FieldProblem = ({ id, isAnnounced = true, children }: FieldProblemProps) =>
  children ? (
    <p
      id={id}
      role={isAnnounced ? 'alert' : undefined}
      className="mt-1.5 font-medium text-danger wrap-anywhere"
    >
      {children}
    </p>
  ) : null;
