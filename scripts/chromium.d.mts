/** @returns the path of a Chromium, or an empty string where Playwright knows its own */
export function findChromium(): Promise<string>;
export function canInstallPackages(): boolean;
export function installPackages(names: string[], problem: string): Promise<void>;
