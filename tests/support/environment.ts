/** Settings of every shop that a test opens, and of the template its database is copied from. */
const secret = 'for tests only, never anywhere else'
export const testEnvironment = {
  PIN_KEY: secret,
  MASTER_KEY: `${secret}: documents`,
  SANDBOX_KEY: `${secret}: charges`,
  SANDBOX_WEBHOOK_SECRET: `${secret}: notices`,
  RATE_LIMITS: '0',
  EXPOSURE_LIMITS: '0',
  LOG_LEVEL: 'silent',
}
