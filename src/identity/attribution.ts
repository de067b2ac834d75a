/** Through whose link somebody came; `referral` fills it (karat.ts). */
import type { Tx } from '../db/database.ts'

type SignedUp = { memberId: string; store: string; invite: string | undefined; referral: string | undefined }

/** In the transaction of the sign-up; refuses nothing. */
export type Attribute = (tx: Tx, signedUp: SignedUp) => Promise<void>
export type Attributing = { attribute: Attribute }
