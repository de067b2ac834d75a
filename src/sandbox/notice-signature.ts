import { createHmac } from 'node:crypto'

/** The value of `Sandbox-Signature` for a notice sent at `seconds` since 1970: HMAC-SHA256 over `seconds.body`, in hex. */
export const signNotice = (secret: string, seconds: number, body: string): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
