import { html } from 'hono/html';

export type LabeledValue = [label: string, value: string];

export const toText = (lines: LabeledValue[]): string =>
  lines.map(([label, value]) => `${label}: ${value}`).join('\n');

export const toTable = (lines: LabeledValue[]) => html`<table cellpadding="6" cellspacing="0" border="0">
${lines.map(
  ([label, value]) => html`<tr><th align="left" scope="row">${label}</th><td align="left">${value}</td></tr>
`,
)}</table>`;

export const mailDocument = (title: string, ...parts: ReturnType<typeof html>[]): string =>
  String(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>
<body>
<h1>${title}</h1>
${parts}
</body></html>`);
