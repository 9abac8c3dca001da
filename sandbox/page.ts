import { html, raw } from 'hono/html';

/** Escaped HTML made with `html` from hono/html. */
export type Markup = ReturnType<typeof html>;

const STYLES = `
:root { color-scheme: light; --ink: #1d2b33; --soft: #5a6972; --line: #dfe5e8; --accent: #0b6b75; --bad: #a3261c; }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: #f4f6f6; }
.notice { margin: 0; padding: .5rem 1rem; background: #fff3cd; color: #563f00; text-align: center; font-size: .875rem; }
main { max-width: 30rem; margin: 2rem auto; padding: 0 1rem; }
main.wide { max-width: 64rem; }
h1 { font-size: 1.375rem; line-height: 1.25; margin: 0 0 1rem; } h2 { font-size: 1rem; margin: 0 0 .5rem; }
p { margin: 0 0 1rem; } a { color: var(--accent); } .soft { color: var(--soft); font-size: .875rem; }
.card { background: #fff; border: 1px solid var(--line); border-radius: .75rem; padding: 1.5rem; margin: 0 0 1rem;
  box-shadow: 0 1px 2px rgb(0 0 0 / .04), 0 8px 24px rgb(0 0 0 / .05); overflow-wrap: anywhere; }
label { display: block; font-weight: 600; font-size: .875rem; margin: 0 0 1rem; }
input[type=email], input[type=text], textarea { display: block; width: 100%; margin-top: .25rem; padding: .625rem .75rem; font: inherit; font-weight: 400;
  border: 1px solid #8a979e; border-radius: .5rem; background: #fff; }
fieldset { border: 0; margin: 0 0 1rem; padding: 0; } legend { font-weight: 600; font-size: .875rem; padding: 0; margin-bottom: .25rem; }
.choice { display: flex; gap: .75rem; align-items: flex-start; padding: .625rem .75rem; margin: 0; font-weight: 400;
  border: 1px solid var(--line); cursor: pointer; } .choice + .choice { border-top: 0; }
.choice:first-of-type { border-radius: .5rem .5rem 0 0; } .choice:last-of-type { border-radius: 0 0 .5rem .5rem; }
.choice:has(:checked) { background: #eef7f7; } .choice input { margin: .25rem 0 0; } .choice .soft { display: block; }
button, .button { display: block; width: 100%; padding: .75rem 1rem; font: inherit; font-weight: 600; text-align: center;
  text-decoration: none; cursor: pointer; border-radius: .5rem; border: 1px solid var(--accent); background: var(--accent); color: #fff; }
button.quiet, .button.quiet { background: #fff; color: var(--accent); } form + form, button + .button { margin-top: .75rem; }
button .soft { display: block; font-weight: 400; }
button:hover { filter: brightness(1.08); } :focus-visible { outline: 3px solid #f0a202; outline-offset: 2px; }
.total { font-size: 2rem; font-weight: 700; line-height: 1.2; margin: 0 0 .75rem; }
.rows { list-style: none; margin: 0; padding: 0; } .rows > li { display: flex; justify-content: space-between; gap: 1rem; padding: .375rem 0; }
.rows span:last-child { white-space: nowrap; }
.error { color: var(--bad); font-weight: 600; }
.mail { display: grid; gap: 1rem; } .mail .card { padding: 0; overflow: hidden; } .mail .body { padding: 1.25rem; }
.list { list-style: none; margin: 0; padding: 0; } .list a { display: block; padding: .75rem 1rem; color: inherit; text-decoration: none;
  border-bottom: 1px solid var(--line); } .list a[aria-current] { background: #eef7f7; } .list a:hover strong { text-decoration: underline; }
.list strong { display: block; } iframe { display: block; width: 100%; height: 32rem; border: 0; border-top: 1px solid var(--line); background: #fff; }
pre { margin: 0; padding: 1.25rem; white-space: pre-wrap; font: inherit; border-top: 1px solid var(--line); }
dl { display: grid; grid-template-columns: auto 1fr; gap: .125rem .75rem; margin: 0; font-size: .875rem; } dt { color: var(--soft); } dd { margin: 0; }
@media (min-width: 52rem) { .mail.open { grid-template-columns: 20rem 1fr; align-items: start; } }
@media (max-width: 52rem) { .mail.open > .inbox { display: none; } }
`;

/** One whole page of a stand-in, with the notice that nothing on it is real. */
export function page(options: {
  title: string;
  body: Markup;
  wide?: boolean;
  refreshSeconds?: number;
}): Markup {
  const { title, body, wide, refreshSeconds } = options;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${refreshSeconds ? html`<meta http-equiv="refresh" content="${refreshSeconds}">` : ''}
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${raw(STYLES)}</style>
</head>
<body>
<p class="notice">Local stand-in for trying things out. No real money or mail is involved.</p>
<main class="${wide ? 'wide' : ''}">
${body}
</main>
</body>
</html>`;
}
