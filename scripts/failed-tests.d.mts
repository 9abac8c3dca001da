/** The reports are JSON by Vitest and by Playwright; a part that did not run has none. */
export function failedTests(unit: object | undefined, browser: (object | undefined)[]): string[];

export const lostFrames: string;
export function failedByLostFrames(report: object | undefined): boolean;
