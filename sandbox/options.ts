/** What the stand-ins need to know about the machine and the product. */
export type SandboxOptions = {
  /** The port of the stand-ins' pages and APIs; 0 takes any free one. */
  port: number;
  smtpPort: number;
  /** The product's URL, which webhooks and sign-ins come back to. */
  appUrl: string;
  stripeSecretKey: string;
  stripeWebhookSecret: string;
  googleClientId: string;
  googleClientSecret: string;
  /** The file in which mail and the card provider's ledger outlive a restart; without it they live in memory. */
  dataFile?: string;
  log?: (line: string) => void;
};
