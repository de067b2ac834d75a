/** An authenticator app comes to an account: first its secret, then proof that it shows the right codes. */
import { drawQr } from '../credentials/draw-qr.ts'
import { newTotpSecret, totpAddress } from '../credentials/totp.ts'
import { sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { brandIn } from '../stores/stores.ts'
import type { Member } from './door.ts'
import type { AuthenticatorSecretView } from './factors-contract.ts'
import { sealedFor, spendAppCode } from './match-second-factor.ts'
import { requireOwnPassword } from './own-password.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { forgetSignInTries, takeSignInTry } from './take-sign-in-try.ts'
import { tellFactorChange } from './tell-factor-change.ts'

type Beginning = { password: string; address: string }

/**
 * Answers a new secret, as an address, a QR code, and text to type. Nothing asks for the app before a code of it was
 * right; a secret that was asked for before is dead.
 *
 * Refuses authenticator_on, sign_in_wait, sign_in_refused for a wrong password, overloaded.
 */
export async function beginAuthenticator(
  karat: Bag<'identity'>,
  member: Member,
  { password, address }: Beginning,
): Promise<AuthenticatorSecretView> {
  await requireOwnPassword(karat, { memberId: member.id, password, address })
  const secret = newTotpSecret()
  const sealed = karat.sealing.seal(secret, sealedFor(member.id))
  const written = await karat.db.row<{ account: string }>(sql`
    with written as (
      insert into identity.authenticators as a (member_id, sealed_secret) values (${member.id}, ${sealed})
      on conflict (member_id) do update set sealed_secret = excluded.sealed_secret, last_step = 0, created_at = now()
        where a.confirmed_at is null
      returning member_id)
    select coalesce(email, mobile) as account from identity.members m join written w on w.member_id = m.id`)
  if (!written) throw new Refusal('authenticator_on')
  const { address: link, typed } = totpAddress(secret, {
    account: written.account,
    issuer: brandIn(karat.stores, member.store),
  })
  return { address: link, qr: drawQr(link, 'M'), secret: typed }
}

type Confirming = { code: string; address: string }

/**
 * From now on the app is asked for on new devices. Answers ten recovery codes, which can be read here and nowhere else; what
 * follows is that of any change of factors.
 *
 * Refuses sign_in_wait, second_factor_wrong: also when nothing was begun within the last half hour, or the app is on already.
 */
export async function confirmAuthenticator(
  karat: Bag<'identity'>,
  member: Member,
  { code, address }: Confirming,
): Promise<{ recovery_codes: string[] }> {
  const guess = { account: `new authenticator ${member.id}`, address }
  if ((await takeSignInTry(karat.db, guess)) === 'locked') throw new Refusal('second_factor_wrong')
  const codes = await karat.db.transaction(async (tx) => {
    await tx.run(sql`select id from identity.members where id = ${member.id} for no key update`)
    await tx.run(sql`delete from identity.authenticators where member_id = ${member.id} and confirmed_at is null
      and created_at < now() - make_interval(secs => ${settings.authenticator.setUpSeconds}::int)`)
    if (!(await spendAppCode(karat, { memberId: member.id, code, confirmed: false }, tx)))
      throw new Refusal('second_factor_wrong')
    const confirmed = await tx.run(sql`update identity.authenticators set confirmed_at = now()
      where member_id = ${member.id} and confirmed_at is null`)
    if (confirmed === 0) throw new Refusal('second_factor_wrong')
    await tellFactorChange(tx, karat.config, member, 'authenticator_on')
    return makeRecoveryCodes(tx, karat.config, member.id)
  })
  await forgetSignInTries(karat.db, guess)
  return { recovery_codes: codes }
}
