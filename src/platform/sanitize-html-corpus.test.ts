import { expect, test } from 'vitest';
import { hostileHtml } from '../../test/hostile-html.ts';
import { sanitizeRichText } from './sanitize-html.server.ts';

// T-40: the same corpus is run in a browser by e2e/more/blog-safety.spec.ts.

const tag = /^<\/?(h[1-3]|p|br|strong|b|em|i|u|s|ol|ul|li|a|img|blockquote)(\s[^<>]*)?\/?>$/;
const attribute = /\s(href|src|alt|width|height)="[^"<>]*"/g;

test('there are more than two hundred hostile texts, all different', () => {
  expect(hostileHtml.length).toBeGreaterThan(200);
});

test('hostile texts keep only the editor’s own tags and attributes', async () => {
  for (const html of hostileHtml) {
    const clean = await sanitizeRichText(html);
    for (const [found] of clean.matchAll(/<[^>]*>?/g)) {
      expect(found, html).toMatch(tag);
      const rest = found.replace(/^<\/?\w+/, '').replace(attribute, '');
      expect(rest.replace(/[\s/>]/g, ''), html).toBe('');
    }
    for (const [, address = ''] of clean.matchAll(/(?:href|src)="([^"]*)"/g)) {
      const { protocol } = new URL(address.replaceAll('&amp;', '&'), 'https://pcb.example');
      expect(['http:', 'https:', 'mailto:', 'tel:'], `${html} became ${clean}`).toContain(protocol);
      expect(address, html).not.toMatch(/^\s*[/\\]{2}/);
    }
  }
});

test('sanitizeRichText is idempotent', async () => {
  for (const html of hostileHtml) {
    const clean = await sanitizeRichText(html);
    expect(await sanitizeRichText(clean), html).toBe(clean);
  }
});
