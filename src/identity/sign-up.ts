import { v7 as newId } from 'uuid'
import { requireGoodPassword } from '../credentials/check-password.ts'
import { normalisePassword } from '../credentials/password-rules.ts'
import { brokenConstraint, sql, type Tx } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import type { Attributing } from './attribution.ts'
import { makeAuditKey } from './audit-keys.ts'
import type { SignedInView } from './contract.ts'
import { type Caller, openSession } from './open-session.ts'
import type { SignUpDetails } from './send-sign-up-code.ts'
import { spendCode, tryCode } from './try-code.ts'

type SignUp = { signUpId: string; code: string; name: string; password: string; caller: Caller }
type Proven = { destination: string; details: SignUpDetails }

/**
 * Turns a right code into a member and their first session. The code works once; a wrong one costs a try, which stays used
 * whatever follows. Who led them here by a link is noted with it; a code of nobody stops no sign-up.
 *
 * Refuses password_too_short, password_too_common, code_expired (also unknown, used, out of tries, or taken by somebody
 * who was faster), code_wrong with the tries left.
 */
export async function signUp(karat: Bag<'identity'> & Attributing, input: SignUp): Promise<SignedInView> {
  await requireGoodPassword(input.password, await destinationOf(karat, input.signUpId))
  const { signUpId: id, code } = input
  const proven = await tryCode<SignUpDetails>(karat.db, karat.config, { purpose: 'sign_up', id, code })
  const passwordHash = await karat.hasher.hash(normalisePassword(input.password))
  return karat.db.transaction(async (tx) => {
    await spendCode(tx, id)
    const memberId = await addMember(tx, input.name.trim(), passwordHash, proven)
    await makeAuditKey(tx, karat.sealing, memberId)
    const { store, invite, referral } = proven.details
    await karat.attribute(tx, { memberId, store, invite, referral })
    return openSession(karat, tx, memberId, input.caller, 'new_account')
  })
}

async function destinationOf(karat: Bag<'identity'>, signUpId: string): Promise<string> {
  const row = await karat.db.row<{ destination: string }>(
    sql`select destination from identity.codes where id = ${signUpId}`,
  )
  return row?.destination ?? ''
}

async function addMember(
  tx: Tx,
  name: string,
  passwordHash: string,
  { destination, details }: Proven,
): Promise<string> {
  const id = newId()
  const email = details.channel === 'email' ? destination : null
  const mobile = details.channel === 'sms' ? destination : null
  try {
    await tx.run(sql`
      insert into identity.members (id, email, mobile, name, store, language, password_hash, agreement_version, invited_by, referred_by)
      values (${id}, ${email}, ${mobile}, ${name}, ${details.store}, ${details.language}, ${passwordHash},
        ${details.agreementVersion}, ${details.invite ?? null}, ${details.referral ?? null})`)
  } catch (error) {
    if (['email_is_taken', 'mobile_is_taken'].includes(brokenConstraint(error) ?? '')) throw new Refusal('code_expired')
    throw error
  }
  return id
}
