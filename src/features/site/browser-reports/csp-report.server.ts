import type { PagePattern } from '../../../platform/observability/request-log.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/is-record.ts';

/** Whole URLs would bring codes and tokens of sign-ins and mails into the log. */
export interface CspReport {
  directive: string;
  /** The blocked origin, or the browser's word, such as `inline`. */
  blocked: string;
  /** The page's pattern: some pages open by a token in their path. */
  path: string;
}

/** Parses a report (https://www.w3.org/TR/CSP3/#deprecated-serialize-violation). @throws AppError `invalid` for anything else */
export function parseReport(text: string, pagePattern: PagePattern): CspReport {
  const report = parseJson(text);
  const inner = isRecord(report) ? report['csp-report'] : undefined;
  if (!isRecord(inner)) throw new AppError('invalid', 'This is not a content security policy report.');
  const directive = toText(inner['effective-directive']) || toText(inner['violated-directive']);
  const page = URL.parse(toText(inner['document-uri']));
  return {
    directive: /^[a-z-]{1,40}/.exec(directive)?.[0] ?? 'unknown',
    blocked: toOrigin(toText(inner['blocked-uri'])),
    path: page ? pagePattern(page.pathname) : '*',
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** `data:` and the like have no origin: their scheme. */
function toOrigin(uri: string): string {
  if (/^[a-z-]{1,40}$/.test(uri)) return uri;
  const url = URL.parse(uri);
  if (!url) return 'unknown';
  return url.origin === 'null' ? url.protocol : url.origin;
}
