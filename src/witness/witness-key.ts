/** The key of the demonstration's witness, and its name. */
import { createHash } from 'node:crypto'
import type { Bag } from '../karat.ts'
import { type Signer, signerOf } from '../proof/ed25519.ts'

type Named = Pick<Bag<'witness'>, 'config'>

/** Made of the secret that the sandbox has with its shop, so that every instance and every start has the same. */
export const openWitness = ({ config: { PUBLIC_URL, SANDBOX_KEY } }: Named): Signer =>
  signerOf(
    `${new URL(PUBLIC_URL).host}/sandbox/witness`,
    createHash('sha256').update(`karat sandbox witness\n${SANDBOX_KEY}`).digest(),
  )

/** Where the shop asks it to sign. */
export const addressOf = ({ config }: Named): string => `${config.SANDBOX_URL}/sandbox/witness`
