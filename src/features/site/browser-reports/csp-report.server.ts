import type { PagePattern } from '../../../platform/observability/request-log.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/is-record.ts';

/** The parts of a report that are logged. Whole URLs are left out, because they may contain sign-in codes and tokens. */
export interface CspReport {
  directive: string;
  /** The blocked origin, or a keyword of the browser, such as `inline`. */
  blocked: string;
  /** The route pattern of the page, because the path itself may contain a token. */
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

/** Returns the origin of a URL, or the scheme of one that has no origin, such as `data:`. */
function toOrigin(uri: string): string {
  if (/^[a-z-]{1,40}$/.test(uri)) return uri;
  const url = URL.parse(uri);
  if (!url) return 'unknown';
  return url.origin === 'null' ? url.protocol : url.origin;
}
