export function installWebkit(): Promise<void>;
