import { existsSync } from 'node:fs';
import { canInstallPackages, installPackages } from './chromium.mjs';

const programs = ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'];

/** Brings the WebKit of the browser tests, where Debian's packages can be installed; without it those tests fail by name. */
export async function installWebkit() {
  if (programs.every((place) => existsSync(place)) || !canInstallPackages()) return;
  console.log('• Installing WebKit …');
  await installPackages(['webkit2gtk-driver', 'xvfb'], 'WebKit could not be installed');
}
