/** A new payment PIN for a member who has one: by the old one, or by a code for who has forgotten it. Each needs the password too. */
import { sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { queueMail } from '../mail/send-mail.ts'
import { Refusal } from '../refusals.ts'
import { isWeakPin } from './account-rules.ts'
import { checkPin } from './check-pin.ts'
import type { Member } from './door.ts'
import { issueCode } from './issue-code.ts'
import { findContact } from './member-queries.ts'
import { requireOwnPassword } from './own-password.ts'
import { raiseAlarm } from './raise-alarm.ts'
import { takeSending } from './take-sending.ts'
import { spendCode, tryCode } from './try-code.ts'

type PinWish = { pin: string; newPin: string; password: string; address: string }

/**
 * Replaces the member's PIN. Their other sessions end, what goes out pauses, every destination of theirs is told.
 *
 * Refuses pin_too_weak, pin_same, sign_in_wait, sign_in_refused for a wrong password, then whatever checkPin refuses, overloaded.
 */
export async function changePin(karat: Bag<'identity'>, member: Member, wish: PinWish): Promise<{ has_pin: true }> {
  if (isWeakPin(wish.newPin)) throw new Refusal('pin_too_weak')
  if (wish.newPin === wish.pin) throw new Refusal('pin_same')
  await requireOwnPassword(karat, { memberId: member.id, password: wish.password, address: wish.address })
  await checkPin(karat, member.id, wish.pin)
  return replacePin(karat, member, wish.newPin)
}

/** Sends the code by which a forgotten PIN is replaced. Refuses pin_not_set, pin_locked, code_too_soon. */
export async function sendPinCode(karat: Bag<'identity'>, member: Member): Promise<{ expires_at: string }> {
  return karat.db.transaction(async (tx) => {
    const pin = await tx.row<{ has: boolean; locked: boolean }>(sql`
      select pin_hash is not null as has, pin_locked_at is not null as locked from identity.members where id = ${member.id}`)
    if (!pin?.has) throw new Refusal('pin_not_set')
    if (pin.locked) throw new Refusal('pin_locked')
    const { language, ...to } = await findContact(tx, member.id)
    await takeSending(tx, to.destination, 'reset_pin', { is: 'proven' })
    const asked = { purpose: 'reset_pin', to, memberId: member.id, boundTo: member.sessionId } as const
    const { code, minutes, expiresAt } = await issueCode(tx, karat.config, asked)
    await queueMail(tx, { ...to, template: 'pin_code', language, values: { code, minutes } })
    return { expires_at: expiresAt.toISOString() }
  })
}

type ForgottenPin = { code: string; newPin: string; password: string; address: string }

/**
 * Replaces a forgotten PIN by the code of this session and the password; what follows is that of any change.
 *
 * Refuses pin_too_weak, code_expired, code_wrong with the tries left, sign_in_wait, sign_in_refused for a wrong password, pin_locked, overloaded.
 */
export async function resetPin(karat: Bag<'identity'>, member: Member, wish: ForgottenPin): Promise<{ has_pin: true }> {
  if (isWeakPin(wish.newPin)) throw new Refusal('pin_too_weak')
  const guess = { purpose: 'reset_pin', boundTo: member.sessionId, code: wish.code } as const
  const { id } = await tryCode(karat.db, karat.config, guess)
  await requireOwnPassword(karat, { memberId: member.id, password: wish.password, address: wish.address })
  return replacePin(karat, member, wish.newPin, id)
}

async function replacePin(
  karat: Bag<'identity'>,
  member: Member,
  pin: string,
  codeId?: string,
): Promise<{ has_pin: true }> {
  const pinHash = await karat.hasher.hashPin(pin)
  await karat.db.transaction(async (tx) => {
    const set = await tx.run(sql`update identity.members set pin_hash = ${pinHash}, pin_tries_used = 0, pin_wrong = 0
      where id = ${member.id} and pin_hash is not null and pin_locked_at is null`)
    if (set === 0) throw new Refusal('pin_locked')
    if (codeId) await spendCode(tx, codeId)
    await raiseAlarm(tx, karat.config, { memberId: member.id, what: 'pin', sessionId: member.sessionId })
  })
  return { has_pin: true }
}
