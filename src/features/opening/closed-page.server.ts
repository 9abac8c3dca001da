import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { Settings } from '../../env.server.ts';
import { securityHeaders } from '../../platform/http/security-headers.server.ts';
import type { ClosedPage, Opening } from './opening.server.ts';

/** The `Retry-After` of the page, in seconds. */
const retryAfter = 86_400;

/** Copies of the colors in `styles.css`. */
const style = `
*{box-sizing:border-box;margin:0}
body{min-height:100vh;min-height:100svh;display:grid;place-items:center;padding:2rem 1.25rem;background:#fdfaf4;color:#1d3a44;
font:1.0625rem/1.6 "Figtree Variable",Figtree,system-ui,sans-serif;text-align:center;overflow-wrap:anywhere}
main{max-width:34rem;display:grid;justify-items:center;gap:1.25rem}
svg{width:14rem;max-width:70%}
h1,.name{font-family:"Young Serif",Georgia,serif;font-weight:400;color:#0f3d4c;line-height:1.15}
h1{font-size:clamp(2.25rem,8vw,3.5rem);text-wrap:balance}
.name{font-size:1.25rem}
.note{white-space:pre-line;font-size:1.125rem;color:#4a626b}
a,button{display:inline-block;margin-top:.5rem;padding:.75rem 1.75rem;border-radius:99rem;border:1px solid #b9cbd0;color:#0d6173;
font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
button{background:#0d6173;border-color:#0d6173;color:#fff}
a:hover{background:#e8f3f3}
button:hover{background:#0f3d4c}
a:focus-visible,button:focus-visible{outline:3px solid #0d6173;outline-offset:3px}
`;

interface PlainPage {
  title: string;
  name?: string;
  heading: string;
  text?: string;
  /** The label of the only form's button; the form posts to the page's own URL. */
  button?: string;
  link?: { to: string; label: string };
}

/** A page without scripts, and without data for search engines or shares. */
const document = ({ title, name, heading, text, button, link }: PlainPage) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <meta name="theme-color" content="#fdfaf4">
    <title>${title}</title>
    <link rel="icon" href="/favicon.svg">
    <style>${raw(style)}</style>
  </head>
  <body>
    <main>
      <svg viewBox="0 0 220 90" aria-hidden="true">
        <circle cx="110" cy="42" r="26" fill="#f2b544" />
        <path d="M0 56c18-14 37-14 55 0s37 14 55 0 37-14 55 0 37 14 55 0v34H0z" fill="#bfe3e0" />
        <path d="M0 70c18-14 37-14 55 0s37 14 55 0 37-14 55 0 37 14 55 0v20H0z" fill="#5fb3b3" />
      </svg>
      ${name ? html`<p class="name">${name}</p>` : ''}
      <h1>${heading}</h1>
      ${text ? html`<p class="note">${text}</p>` : ''}
      ${button ? html`<form method="post"><button>${button}</button></form>` : ''}
      ${link ? html`<a href="${link.to}">${link.label}</a>` : ''}
    </main>
  </body>
</html>
`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** Builds the headers of everything that a closed site denies. */
export const closedHeaders = (settings: Settings): Record<string, string> => ({
  ...securityHeaders(settings),
  'Cache-Control': 'no-store',
  'Retry-After': String(retryAfter),
  'X-Robots-Tag': 'noindex',
});

function render(common: Record<string, string>, page: PlainPage): ClosedPage {
  const body = Buffer.from(String(document(page)));
  const policy = common['Content-Security-Policy']
    ?.replace("default-src 'none'", `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'`)
    .replace("form-action 'none'", "form-action 'self'");
  const headers = {
    ...common,
    'Content-Security-Policy': policy ?? '',
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': String(body.length),
  };
  return { body, headers, rawHeaders: Object.entries(headers).flat() };
}

/** Renders the page of a closed site. */
export const renderClosedPage = (settings: Settings, { businessName, closedNote }: Opening): ClosedPage =>
  render(closedHeaders(settings), {
    title: `We open soon | ${businessName}`,
    name: businessName,
    heading: 'We open soon',
    text: closedNote,
    link: { to: '/login', label: 'Sign in' },
  });

/** Renders a page that works on a closed site and without signing in, such as that of a mailed link. */
export const renderPlainPage = (settings: Settings, page: Omit<PlainPage, 'title'>): ClosedPage =>
  render(
    {
      ...securityHeaders(settings),
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
      'Referrer-Policy': 'same-origin',
    },
    { ...page, title: page.heading },
  );
