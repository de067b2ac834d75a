/** A hash that somebody who has only the database cannot try numbers against: its key is kept outside. */
import { createHmac, hkdfSync } from 'node:crypto'
import type { Config } from '../config.ts'

/**
 * 32 bytes, the same for the same text and use. Made from PIN_KEY, which is never changed, so that what is unique stays
 * unique when the master key is.
 */
export function keyedHash({ PIN_KEY }: Pick<Config, 'PIN_KEY'>, use: string, text: string): Buffer {
  if (PIN_KEY === '') throw new Error('PIN_KEY is not set')
  const key = Buffer.from(hkdfSync('sha256', PIN_KEY, '', `karat hash ${use}`, 32))
  return createHmac('sha256', key).update(text).digest()
}
