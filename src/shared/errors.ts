/** Every way a request can be refused, with the HTTP status that says so. */
export const statusByCode = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  unsupportedType: 415,
  tooMany: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof statusByCode;

/** Messages by field name, each fit for the person who filled the field in. */
export type FieldErrors = Record<string, string>;

/**
 * A refusal whose message is written for a guest. Anything that is not an AppError is a bug: it is logged and shown as
 * a reference number only.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  /** Whole seconds after which the same request may succeed; sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    details: { fields?: FieldErrors; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.fields = details.fields;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** A write that would undo another; `current` is what is stored now, and reaches the browser in the body. */
export class ConflictError extends AppError {
  readonly current: object;

  constructor(message: string, current: object) {
    super('conflict', message);
    this.current = current;
  }
}

/** Fields that are not valid; a single one gives the error its message. */
export function toFieldErrors(fields: FieldErrors): AppError {
  const [message = 'The row is not valid.', ...more] = Object.values(fields);
  return new AppError('invalid', more.length > 0 ? 'Please check the highlighted fields' : message, {
    fields,
  });
}

/** The one shape of an error answer; `error` repeats `message` because the screens read one or the other. */
export interface ErrorBody {
  message: string;
  error: string;
  code: ErrorCode;
  fields?: FieldErrors;
  /** Of a conflict: what is stored now. */
  current?: object;
  /** Names the log line of an unexpected failure, so that a guest can quote it. */
  reference?: string;
}
