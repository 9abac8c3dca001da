/** An error in the words and shape of Stripe's API: `{ error: { type, code, message, param } }`. */
export class StripeFailure extends Error {
  readonly status: number;
  readonly type: string;
  readonly code: string | undefined;
  readonly param: string | undefined;

  constructor(
    message: string,
    about: { status?: number; type?: string; code?: string; param?: string } = {},
  ) {
    super(message);
    this.status = about.status ?? 400;
    this.type = about.type ?? 'invalid_request_error';
    this.code = about.code;
    this.param = about.param;
  }

  body(): { error: Record<string, string> } {
    const { code, param, message, type } = this;
    return { error: { ...(code ? { code } : {}), message, ...(param ? { param } : {}), type } };
  }
}

/** The response for an object that does not exist: 404 `resource_missing`. */
export function missing(noun: string, id: string, param = noun): StripeFailure {
  return new StripeFailure(`No such ${noun}: '${id}'`, { status: 404, code: 'resource_missing', param });
}
