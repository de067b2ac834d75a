import type { Config } from '../config.ts'
import { keyedHash } from '../credentials/keyed-hash.ts'

type IdNumber = { idType: string; country: string; number: string }

/** The hash of a number of identity, the same for whoever has it: members' are kept by it, and lists are compared by it. `number` is plain. */
export const hashOfNumber = (config: Pick<Config, 'PIN_KEY'>, { idType, country, number }: IdNumber): Buffer =>
  keyedHash(config, 'identity number', `${idType} ${country} ${number}`)
