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

export type FieldErrors = Record<string, string>;

/** An error whose message is fit for a guest. Any other error is a bug: logged, and shown as a reference number. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  /** Seconds; sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
  /** Further fields of the response's body, such as a `reason` for programs. */
  readonly extra: Readonly<Record<string, unknown>> | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    details: {
      fields?: FieldErrors;
      retryAfterSeconds?: number;
      extra?: Readonly<Record<string, unknown>>;
      cause?: unknown;
    } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.fields = details.fields;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.extra = details.extra;
  }
}

/** The site is closed, and the request is not from a host. */
export const siteClosedError = (): AppError =>
  new AppError('unavailable', 'We open soon.', {
    retryAfterSeconds: 86_400,
    extra: { reason: 'closed' },
  });

/** A write that would undo another one; `current` in the response's body is the stored row. */
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

/** `error` repeats `message`: the specified screens read one or the other. */
export interface ErrorBody {
  message: string;
  error: string;
  code: ErrorCode;
  fields?: FieldErrors;
  current?: object;
  /** Why a stay is not sold, for programs. */
  reason?: string;
  /** The id of the log line of an unexpected failure, for guests to quote. */
  reference?: string;
}
