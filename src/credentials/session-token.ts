/** Session tokens and one-time codes: what the member holds, and the hash of it that we keep. */
import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto'
import type { Config } from '../config.ts'
import { settings } from '../settings.ts'

/** 32 random bytes as text; only `hashOfToken` of it is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url')
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export const newCode = (): string => String(randomInt(10 ** settings.code.digits)).padStart(settings.code.digits, '0')
/** Keyed, since a million plain hashes would take no time to try; bound to the row, so equal codes look different. */
export const hashOfCode = (config: Config, id: string, code: string): Buffer =>
  createHmac('sha256', config.PIN_KEY).update(`code ${id} ${code}`).digest()
