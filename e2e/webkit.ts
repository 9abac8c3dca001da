import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test as base, expect } from '@playwright/test';
import { Builder, type WebDriver } from 'selenium-webdriver';

export { expect };

const driverProgram = '/usr/bin/WebKitWebDriver';
const displayProgram = '/usr/bin/Xvfb';
const browserPattern = '/usr/lib/*/webkit2gtk-4.*/MiniBrowser';

/** The window's own buttons would keep it from becoming as narrow as a phone. */
const narrowWindow = '* { min-width: 0; padding: 0; margin: 0; font-size: 1px; }';

/** WebKit, the engine of every browser on an iPhone, in a window as wide as one: Debian's MiniBrowser, by WebDriver. */
export const test = base.extend<{ webkit: WebDriver }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  webkit: async ({}, use, testInfo) => {
    const [browser] = globSync(browserPattern);
    if (!browser || !existsSync(driverProgram) || !existsSync(displayProgram))
      throw new Error('WebKit is missing: "apt-get install webkit2gtk-driver xvfb" brings it, as root.');
    const folder = mkdtempSync(path.join(os.tmpdir(), 'pcb-webkit-'));
    mkdirSync(path.join(folder, 'gtk-3.0'));
    writeFileSync(path.join(folder, 'gtk-3.0', 'gtk.css'), narrowWindow);
    const children: ChildProcess[] = [];
    try {
      const display = await startDisplay(children);
      const server = await startDriver(children, {
        ...process.env,
        DISPLAY: display,
        GDK_BACKEND: 'x11',
        XDG_CONFIG_HOME: folder,
        WEBKIT_DISABLE_DMABUF_RENDERER: '1',
        LIBGL_ALWAYS_SOFTWARE: '1',
        NO_AT_BRIDGE: '1',
      });
      const options = { binary: browser, args: ['--automation'] };
      const driver = await new Builder()
        .usingServer(server)
        .withCapabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options })
        .build();
      await driver.manage().window().setRect({ x: 0, y: 0, width: 390, height: 844 });
      await use(driver);
      if (testInfo.status !== 'passed') await savePicture(driver, testInfo.outputPath('webkit.png'));
      await within(10_000, driver.quit());
    } finally {
      for (const child of children.reverse()) child.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

/** A browser that no longer responds must not keep its processes alive. */
const within = (ms: number, work: Promise<unknown>) => Promise.race([work, sleep(ms)]);

async function savePicture(driver: WebDriver, file: string): Promise<void> {
  const picture = await within(10_000, driver.takeScreenshot());
  if (typeof picture === 'string') writeFileSync(file, picture, 'base64');
}

/** @returns the name of a virtual screen */
function startDisplay(children: ChildProcess[]): Promise<string> {
  const args = ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'];
  const child = spawn(displayProgram, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  children.push(child);
  return new Promise((resolve, reject) => {
    child.stdio[3]?.once('data', (number: Buffer) => resolve(`:${number.toString().trim()}`));
    child.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}.`)));
  });
}

/** @returns the address of the driver */
async function startDriver(children: ChildProcess[], env: NodeJS.ProcessEnv): Promise<string> {
  const port = await freePort();
  children.push(spawn(driverProgram, ['--host=127.0.0.1', `--port=${port}`], { env, stdio: 'ignore' }));
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(() =>
      fetch(`${url}/status`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true);
  return url;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
