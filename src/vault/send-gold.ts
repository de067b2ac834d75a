/** A member sends grams to another of the same store: theirs at once, or held until they take them (decision 0069). */
import { v7 as newId } from 'uuid'
import { isStopped } from '../cases/stops.ts'
import { hashOfToken, newToken } from '../credentials/session-token.ts'
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import { type Destination, readAccount } from '../identity/account-rules.ts'
import { checkPin } from '../identity/check-pin.ts'
import { findByCode, findRecipient, type Recipient } from '../identity/find-recipient.ts'
import { maskEmail, maskMobile, maskName } from '../identity/masking-rules.ts'
import { readMemberCode } from '../identity/member-code-rules.ts'
import { requireNoPause } from '../identity/outgoing-pause.ts'
import type { Bag } from '../karat.ts'
import { mayHold } from '../kyc/take-day-limit.ts'
import { placeHold } from '../ledger/holds.ts'
import { postTransfer } from '../ledger/post-transfer.ts'
import { problem } from '../locale/field-rules.ts'
import { parseDecimal } from '../money/money.ts'
import { invalidInput } from '../refusals.ts'
import { settings } from '../settings.ts'
import { storeOf } from '../stores/stores.ts'
import { type Holder, heldGold, holdPlaces } from './holder.ts'
import type { RecipientView, TransferView } from './transfer-contract.ts'
import { tellOfTransfer } from './transfer-letters.ts'
import { goldTransferred } from './transfer-postings.ts'
import { findTransfer } from './transfer-queries.ts'
import { type Card, HOLD_PURPOSE } from './transfer-rules.ts'
import { requireCleared } from './uncleared.ts'
import { hasAgreed } from './vault-agreement.ts'

type Wish = { to: string; shown: string; weight: string; note: string; card: Card; pin: string }
/** `to`: where a stranger is reached; a member who was named by their code is reached as every member is. */
type Meant = { member: Recipient; shown: string } | { member: undefined; to: Destination; shown: string }

/**
 * Whom a member means, as they are shown before the PIN. Refuses invalid_input for what is neither address nor code, for a code that
 * nobody of the store has, and for the member's own.
 */
export async function showRecipient(karat: Bag<'vault'>, holder: Holder, to: string): Promise<RecipientView> {
  const { member, shown } = await meant(karat, karat.db, holder, to)
  return { is_member: member !== undefined, shown }
}

async function meant(karat: Bag<'vault'>, db: Queryable, { memberId, store }: Holder, typed: string): Promise<Meant> {
  const code = readMemberCode(typed)
  const to = code === null ? readAccount(typed, storeOf(karat, store).country) : null
  if (code === null && !to) throw invalidInput({ to: problem('recipient') })
  const member = code === null ? to && (await findRecipient(db, store, to)) : await findByCode(db, store, code)
  if (member?.id === memberId) throw invalidInput({ to: problem('own_account') })
  if (member) return { member, shown: maskName(member.name) }
  if (!to) throw invalidInput({ to: problem('no_such_code') })
  return {
    member: undefined,
    to,
    shown: to.channel === 'email' ? maskEmail(to.destination) : maskMobile(to.destination),
  }
}

/**
 * The grams are the recipient's when they are a member who has accepted the agreement and may hold so much; else they are held for seven
 * days, to be taken by that member or by whoever has the link that was sent, and recalled by the sender until then. Why they wait is not told,
 * since it would tell of the recipient.
 *
 * Refuses, in this order: invalid_input for the weight; as checkPin; outgoing_paused; invalid_input as showRecipient, and for a recipient
 * who is not the one shown any more; balance_too_low, value_disputed and value_uncleared as requireCleared.
 */
export async function sendGold(karat: Bag<'vault'>, holder: Holder, wish: Wish, request: Once): Promise<TransferView> {
  const weight = parseDecimal(wish.weight, 4)
  if (weight === null) throw invalidInput({ weight: problem('number') })
  if (weight === 0n) throw invalidInput({ weight: problem('above_zero') })
  await checkPin(karat, holder.memberId, wish.pin)
  return once(karat.db, request, (tx) => send(tx, karat, holder, { ...wish, weight }))
}

async function send(
  tx: Tx,
  karat: Bag<'vault'>,
  holder: Holder,
  { weight, ...wish }: Omit<Wish, 'weight'> & { weight: bigint },
): Promise<TransferView> {
  const { memberId, store } = holder
  await requireNoPause(tx, memberId)
  const recipient = await meant(karat, tx, holder, wish.to)
  const { member, shown } = recipient
  if (shown !== wish.shown) throw invalidInput({ to: problem('somebody_else') })
  await holdPlaces(tx, store, member ? [memberId, member.id] : [memberId])
  await requireCleared(tx, holder, 'gold', weight)
  const id = newId()
  const atOnce = member !== undefined && (await fits(tx, { memberId: member.id, store }, weight))
  const seconds = settings.transfers.waitSeconds
  const hold = { store, memberId, asset: 'XAU', amount: weight, purpose: HOLD_PURPOSE, subject: id, seconds } as const
  const holdId = atOnce ? null : await placeHold(tx, { ...hold, actor: `member:${memberId}` })
  const link = recipient.member ? null : { to: recipient.to, token: newToken() }
  await tx.run(sql`
    insert into vault.transfers (id, number, member_id, recipient_id, store, weight_e4, shown_to, note, card, state, hold_id, claim_hash,
      ends_at, ended_at)
    values (${id}, 'T' || nextval('vault.transfer_numbers'), ${memberId}, ${member?.id ?? null}, ${store}, ${weight}, ${shown},
      ${wish.note.trim()}, ${wish.card}, ${atOnce ? 'accepted' : 'waiting'}, ${holdId}, ${link && hashOfToken(link.token)},
      ${atOnce ? null : sql`now() + make_interval(secs => ${seconds}::int)`}, ${atOnce ? sql`now()` : null})`)
  if (atOnce) await postTransfer(tx, goldTransferred({ id, store, weight, senderId: memberId, recipientId: member.id }))
  await tellOfTransfer(tx, karat, id, atOnce ? 'sent' : link ? { link } : 'waits')
  return findTransfer(tx, holder, id)
}

/** The recipient's place is held by the caller. */
const fits = async (tx: Tx, recipient: { memberId: string; store: string }, weight: bigint): Promise<boolean> =>
  (await hasAgreed(tx, recipient)) &&
  !(await isStopped(tx, recipient.memberId)) &&
  mayHold(tx, recipient, (await heldGold(tx, recipient)) + weight)
