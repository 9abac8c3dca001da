/** What the stand-ins need to know of the machine and of the product. */
export type SandboxOptions = {
  /** Of the stand-ins' pages and APIs; 0 takes any free port. */
  port: number;
  smtpPort: number;
  /** Where the product is reached: webhooks and sign-ins come back to it. */
  appUrl: string;
  stripeSecretKey: string;
  stripeWebhookSecret: string;
  googleClientId: string;
  googleClientSecret: string;
  /** Keeps mail and the card provider's books over a restart; without it they live in memory. */
  dataFile?: string;
  log?: (line: string) => void;
};
