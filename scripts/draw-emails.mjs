// Draws every mail as an image for docs/: `node scripts/draw-emails.mjs`, after changes to how mails look.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { rolldown } from 'rolldown';
import sharp from 'sharp';
import { findChromium } from './chromium.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const folder = mkdtempSync(path.join(os.tmpdir(), 'pcb-mails-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Node.js runs no JSX, so the mails and their layout are bundled first. */
async function renderAll() {
  const input = path.join(folder, 'input.ts');
  const file = path.join(folder, 'mails.mjs');
  writeFileSync(
    input,
    `import { bookingEmails, otherEmails } from ${JSON.stringify(path.join(root, 'test/emails.ts'))};
    import { renderEmail } from ${JSON.stringify(path.join(root, 'src/platform/mail/render-email.server.tsx'))};
    const mails = { ...bookingEmails(), ...otherEmails('Ann Example', 'Is the pool heated?') };
    export default Object.entries(mails).map(([name, { content }]) => [name, renderEmail(content)]);`,
  );
  const bundle = await rolldown({ input, platform: 'node', external: [/^node:/], logLevel: 'warn' });
  const banner = `import { createRequire as require_ } from 'node:module'; const require = require_(import.meta.url);`;
  await bundle.write({ file, format: 'esm', banner });
  return (await import(pathToFileURL(file).href)).default;
}

const home = await sharp(path.join(root, 'src/seed/images/beachcomber-exterior.svg'))
  .resize(1200)
  .jpeg()
  .toBuffer();
const mails = await renderAll();
const browser = await chromium.launch({ executablePath: (await findChromium()) || undefined });

/** Takes a screenshot of the top of each mail. @throws when one is wider than its window */
async function shootAll({ width, height, colorScheme }) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme });
  await page.route(/\.jpg$/, (route) => route.fulfill({ body: home, contentType: 'image/jpeg' }));
  const shots = [];
  for (const [title, html] of mails) {
    await page.setContent(html, { waitUntil: 'load' });
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (excess > 0) throw new Error(`"${title}" is ${excess} pixels too wide for ${width}`);
    shots.push([title, (await page.screenshot()).toString('base64')]);
  }
  await page.close();
  return shots;
}

async function drawSheet(name, shots) {
  const page = await browser.newPage({ viewport: { width: 1400, height: 600 } });
  const figures = shots.map(
    ([title, picture]) =>
      `<figure><img src="data:image/png;base64,${picture}"><figcaption>${title}</figcaption></figure>`,
  );
  await page.setContent(`<style>body{margin:16px;background:#5d6f74;font:600 13px system-ui}
    main{display:grid;grid-template-columns:repeat(7,1fr);gap:16px}
    figure{margin:0}img{width:100%;display:block}figcaption{color:#fff;padding-top:5px}</style>
    <main>${figures.join('')}</main>`);
  const sheet = await page.screenshot({ fullPage: true });
  await sharp(sheet)
    .webp({ quality: 50, effort: 6 })
    .toFile(path.join(root, 'docs', name));
  await page.close();
}

await shootAll({ width: 320, height: 900, colorScheme: 'light' });
await drawSheet('mails.webp', await shootAll({ width: 390, height: 900, colorScheme: 'light' }));
await drawSheet('mails-dark.webp', await shootAll({ width: 800, height: 1100, colorScheme: 'dark' }));
await browser.close();
