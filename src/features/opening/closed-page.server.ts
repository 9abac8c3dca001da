import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { Settings } from '../../env.server.ts';
import { securityHeaders } from '../../platform/http/security-headers.server.ts';
import type { ClosedPage, Opening } from './opening.server.ts';

/** The `Retry-After` of the page, in seconds. */
const retryAfter = 86_400;

/** The colors of `styles.css`. */
const style = `
*{box-sizing:border-box;margin:0}
body{min-height:100vh;min-height:100svh;display:grid;place-items:center;padding:2rem 1.25rem;background:#fdfaf4;color:#16333c;
font:1.0625rem/1.6 Figtree,Arial,system-ui,sans-serif;text-align:center;overflow-wrap:anywhere}
main{max-width:34rem;display:grid;justify-items:center;gap:1.25rem}
svg{width:14rem;max-width:70%}
h1,.name{font-family:"Young Serif",Georgia,serif;font-weight:400;font-variant-numeric:lining-nums;color:#0d4250;line-height:1.15}
h1{font-size:clamp(2.25rem,8vw,3.5rem);letter-spacing:-.01em;text-wrap:balance}
.name{font-size:1.25rem;text-wrap:balance}
.note{white-space:pre-line;font-size:1.125rem;color:#47626b;text-wrap:pretty}
a,button{display:inline-flex;align-items:center;min-height:2.75rem;margin-top:.5rem;padding:.625rem 1.5rem;border-radius:99rem;
border:1px solid #c5e2db;background:#ffffff;color:#14606f;font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
button{background:#c04e33;border-color:#c04e33;color:#ffffff}
a:hover{background:#e6f2ee}
button:hover{background:#a23f28}
a:focus-visible,button:focus-visible{outline:3px solid #14606f;outline-offset:3px}
`;

/** The site's own fonts by family, as the build names their files. */
const fontFiles = {
  Figtree: /^\/assets\/figtree-latin-wght-normal-[\w-]+\.woff2$/,
  'Young Serif': /^\/assets\/young-serif-latin-400-normal-[\w-]+\.woff2$/,
};

/** @param paths the files of the build; a build without the fonts gets the system's own */
function fontFaces(paths: readonly string[]): string {
  const faces = Object.entries(fontFiles).map(([family, pattern]) => {
    const file = paths.find((path) => pattern.test(path));
    const weight = family === 'Figtree' ? '300 900' : '400';
    return file
      ? `@font-face{font-family:"${family}";font-weight:${weight};font-display:swap;src:url("${file}") format("woff2")}\n`
      : '';
  });
  return faces.join('');
}

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
const document = (
  { title, name, heading, text, button, link }: PlainPage,
  css: string,
) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <meta name="theme-color" content="#fdfaf4">
    <title>${title}</title>
    <link rel="icon" href="/favicon.svg">
    <style>${raw(css)}</style>
  </head>
  <body>
    <main>
      <svg viewBox="0 0 220 90" aria-hidden="true">
        <circle cx="110" cy="42" r="26" fill="#f2b552" />
        <path d="M0 56c18-14 37-14 55 0s37 14 55 0 37-14 55 0 37 14 55 0v34H0z" fill="#c5e2db" />
        <path d="M0 70c18-14 37-14 55 0s37 14 55 0 37-14 55 0 37 14 55 0v20H0z" fill="#4d9f98" />
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

/** Builds the headers of everything that a closed site denies. */
export const closedHeaders = (settings: Settings): Record<string, string> => ({
  ...securityHeaders(settings),
  'Cache-Control': 'no-store',
  'Retry-After': String(retryAfter),
  'X-Robots-Tag': 'noindex',
});

function render(common: Record<string, string>, page: PlainPage, paths: readonly string[] = []): ClosedPage {
  const css = fontFaces(paths) + style;
  const body = Buffer.from(String(document(page, css)));
  const styleHash = createHash('sha256').update(css).digest('base64');
  const sources = `style-src 'sha256-${styleHash}'; img-src 'self'; font-src 'self'`;
  const policy = common['Content-Security-Policy']
    ?.replace("default-src 'none'", `default-src 'none'; ${sources}`)
    .replace("form-action 'none'", "form-action 'self'");
  const headers = {
    ...common,
    'Content-Security-Policy': policy ?? '',
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': String(body.length),
  };
  return { body, headers, rawHeaders: Object.entries(headers).flat() };
}

/**
 * Renders the page of a closed site.
 * @param paths the files of the build, among them its fonts
 */
export const renderClosedPage = (
  settings: Settings,
  { businessName, closedNote }: Opening,
  paths?: readonly string[],
): ClosedPage =>
  render(
    closedHeaders(settings),
    {
      title: `We open soon | ${businessName}`,
      name: businessName,
      heading: 'We open soon',
      text: closedNote,
      link: { to: '/login', label: 'Sign in' },
    },
    paths,
  );

/**
 * Renders a page that works on a closed site and without signing in, such as that of a mailed link.
 * @param paths the files of the build, among them its fonts
 */
export const renderPlainPage = (
  settings: Settings,
  page: Omit<PlainPage, 'title'>,
  paths?: readonly string[],
): ClosedPage =>
  render(
    {
      ...securityHeaders(settings),
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
      'Referrer-Policy': 'same-origin',
    },
    { ...page, title: page.heading },
    paths,
  );
