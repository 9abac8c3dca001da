/** The least environment with which the site starts; its URLs lead nowhere. */
export const requiredEnv = {
  DATABASE_URL: 'postgres://site@localhost/pcb',
  SESSION_SECRET: 'a-secret-for-tests-only-0123456789abcdef',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'stay@pcbbeachrentals.example',
  HOSTS_EMAIL: 'hosts@pcbbeachrentals.example',
  STRIPE_SECRET_KEY: 'sk_test_stand_in',
  STRIPE_WEBHOOK_SECRET: 'whsec_stand_in',
  GOOGLE_CLIENT_ID: 'stand-in-client',
  GOOGLE_CLIENT_SECRET: 'stand-in-secret',
};
