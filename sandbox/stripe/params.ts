import type { Form, FormValue } from './form.ts';
import { StripeFailure } from './stripe-error.ts';

/** Rejects unknown parameters as Stripe does. */
export function allowOnly(form: Form, names: string[], prefix = ''): void {
  const unknown = Object.keys(form).find((key) => !names.includes(key));
  if (unknown === undefined) return;
  const param = path(prefix, unknown);
  throw new StripeFailure(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
}

/** A string, or undefined when absent. Stripe rejects an empty string, since it would mean "unset". */
export function optionalText(form: Form, key: string, prefix = '', maxLength = 5000): string | undefined {
  const value = form[key];
  const param = path(prefix, key);
  if (value === undefined) return undefined;
  if (typeof value !== 'string')
    throw new StripeFailure(`Invalid string: ${JSON.stringify(value)}`, { param });
  if (value === '') {
    const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`;
    throw new StripeFailure(message, { code: 'parameter_invalid_empty', param });
  }
  if (value.length > maxLength) {
    const message = `Invalid string: ${value.slice(0, 16)}...; must be at most ${maxLength} characters`;
    throw new StripeFailure(message, { code: 'parameter_invalid_string_max', param });
  }
  return value;
}

export function requiredText(form: Form, key: string, prefix = '', maxLength?: number): string {
  return optionalText(form, key, prefix, maxLength) ?? requireParam(path(prefix, key));
}

export function optionalInteger(form: Form, key: string, prefix = '', least = 0): number | undefined {
  const value = optionalText(form, key, prefix);
  const param = path(prefix, key);
  if (value === undefined) return undefined;
  if (!/^-?\d{1,15}$/.test(value)) {
    throw new StripeFailure(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param });
  }
  if (Number(value) < least) {
    const message = `This value must be greater than or equal to ${least}.`;
    throw new StripeFailure(message, { code: 'parameter_invalid_integer', param });
  }
  return Number(value);
}

export function requiredInteger(form: Form, key: string, prefix = '', least = 0): number {
  return optionalInteger(form, key, prefix, least) ?? requireParam(path(prefix, key));
}

export function optionalUrl(form: Form, key: string): string | undefined {
  const value = optionalText(form, key);
  if (value !== undefined && !(URL.canParse(value) && /^https?:\/\//.test(value))) {
    throw new StripeFailure('Not a valid URL', { code: 'url_invalid', param: key });
  }
  return value;
}

export function oneOf<T extends string>(
  form: Form,
  key: string,
  choices: readonly T[],
  prefix = '',
): T | undefined {
  const value = optionalText(form, key, prefix);
  if (value === undefined) return undefined;
  const chosen = choices.find((choice) => choice === value);
  if (chosen) return chosen;
  const message = `Invalid ${key}: must be one of ${choices.join(', ')}`;
  throw new StripeFailure(message, { param: path(prefix, key) });
}

/** A nested object; empty when absent. */
export function nested(form: Form, key: string): Form | undefined {
  const value = form[key];
  if (value === undefined) return undefined;
  if (typeof value === 'object' && !Array.isArray(value)) return value;
  throw new StripeFailure('Invalid object', { param: key });
}

export function listOf(value: FormValue | undefined): FormValue[] {
  return Array.isArray(value) ? value : [];
}

/** Metadata within Stripe's limits: 50 keys of 40 characters, values of 500. */
export function metadataIn(form: Form, prefix = ''): Record<string, string> {
  const entries = Object.entries(nested(form, 'metadata') ?? {});
  const param = path(prefix, 'metadata');
  if (entries.length > 50) throw new StripeFailure('Metadata can have at most 50 keys', { param });
  for (const [key, value] of entries) {
    if (typeof value !== 'string') throw new StripeFailure('Metadata values must be strings', { param });
    if (key.length > 40) throw new StripeFailure('Metadata keys can be at most 40 characters', { param });
    if (value.length > 500)
      throw new StripeFailure('Metadata values can be at most 500 characters', { param });
  }
  return Object.fromEntries(entries) as Record<string, string>;
}

function requireParam(param: string): never {
  throw new StripeFailure(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
}

function path(prefix: string, key: string): string {
  return prefix ? `${prefix}[${key}]` : key;
}
