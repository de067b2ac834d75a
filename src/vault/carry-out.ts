/** Two people carry out what a legal hold is for: grams and money go to an heir, or where a court says (decision 0082). */
import { v7 as newId } from 'uuid'
import { holdCase, noteMove } from '../cases/decide-hit.ts'
import { isStopped } from '../cases/stops.ts'
import { sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import { readAccount } from '../identity/account-rules.ts'
import { findRecipient } from '../identity/find-recipient.ts'
import { findContact } from '../identity/member-queries.ts'
import type { Bag } from '../karat.ts'
import { requireMayHold } from '../kyc/take-day-limit.ts'
import { postTransfer } from '../ledger/post-transfer.ts'
import { problem } from '../locale/field-rules.ts'
import { queueMail } from '../mail/send-mail.ts'
import { amountOf, exponentOf, parseDecimal } from '../money/money.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import { type Executor, requestApproval } from '../staff/approvals.ts'
import type { Staff } from '../staff/door.ts'
import { storeOf } from '../stores/stores.ts'
import { type Holder, heldGold, holdPlaces } from './holder.ts'
import { legallyMoved } from './legal-postings.ts'
import type { LegalAsset, LegalKind } from './legal-rules.ts'
import { requireCleared } from './uncleared.ts'
import { hasAgreed } from './vault-agreement.ts'

type Wish = {
  caseId: string
  kind: LegalKind
  asset: LegalAsset
  amount: string
  /** An e-mail address or mobile number of a member of the same store. */
  to?: string | undefined
  authority?: string | undefined
  reason: string
}
type Meant = { kind: LegalKind; asset: LegalAsset; units: string; recipient: string | null; authority: string | null }

/**
 * Asks for the second person who carries it out.
 *
 * Refuses not_found; case_state; invalid_input for the amount, for whom it goes to, and for grams or a succession to an authority;
 * approval_waiting; permission_missing; invalid_input (reason).
 */
export const askCarryOut = (
  karat: Bag<'vault'>,
  staff: Staff,
  wish: Wish,
  key: Once = null,
): Promise<{ approval_id: string }> =>
  once(karat.db, key, async (tx) => {
    const { id, number, memberId, store, state } = await holdCase(tx, wish.caseId, 'legal_hold')
    if (state !== 'open') throw new Refusal('case_state', { state })
    const { currency } = storeOf(karat, store)
    const units = parseDecimal(wish.amount, wish.asset === 'gold' ? 4 : exponentOf(currency))
    if (units === null) throw invalidInput({ amount: problem('number') })
    if (units === 0n) throw invalidInput({ amount: problem('above_zero') })
    const recipient = await recipientOf(tx, karat, { ...wish, memberId, store })
    const meant: Meant = {
      ...{ kind: wish.kind, asset: wish.asset, units: String(units) },
      ...{ recipient, authority: recipient ? null : (wish.authority?.trim() ?? null) },
    }
    return requestApproval(tx, staff, {
      ...{ action: 'cases.carry_out', subject: { kind: 'case', id }, store, reason: wish.reason },
      params: {
        case: number,
        member: memberId,
        what: amountOf(units, wish.asset === 'gold' ? 'XAU' : currency),
        ...meant,
      },
    })
  })

type To = Pick<Wish, 'kind' | 'asset' | 'to' | 'authority'> & { memberId: string; store: string }

async function recipientOf(tx: Tx, karat: Bag<'vault'>, { kind, asset, to, authority, memberId, store }: To) {
  if (authority && !to) {
    if (kind === 'succession' || asset === 'gold') throw invalidInput({ authority: problem('only_money_by_order') })
    return null
  }
  const account = to ? readAccount(to, storeOf(karat, store).country) : undefined
  if (!account) throw invalidInput({ to: problem('account_destination') })
  const member = await findRecipient(tx, store, account)
  if (!member) throw invalidInput({ to: problem('no_such_member') })
  if (member.id === memberId) throw invalidInput({ to: problem('own_account') })
  return member.id
}

/**
 * What the second person has approved: in one commit the record, the posting, the history of the case and the letter.
 *
 * Refuses case_state when the hold is over; as requireCleared for what is not there or not cleared; for an heir who has accepted no
 * agreement for gold agreement_required, verification_required when their level holds no more, not_possible_now when they are stopped.
 */
export const carryOutExecutor: Executor = {
  action: 'cases.carry_out',
  async execute(karat, tx, { subject, params, reason }, { requester, approver }) {
    const found = await holdCase(tx, subject.id, 'legal_hold')
    if (found.state !== 'open') throw new Refusal('case_state', { state: found.state })
    const { kind, asset, units, recipient, authority } = params as Meant
    const { memberId, store } = found
    const { currency } = storeOf(karat, store)
    const amount = BigInt(units)
    await holdPlaces(tx, store, recipient ? [memberId, recipient] : [memberId])
    await requireCleared(tx, { memberId, store, currency }, asset, amount)
    if (recipient) await requireFits(tx, { memberId: recipient, store, currency }, asset, amount)
    const [id, code] = [newId(), asset === 'gold' ? ('XAU' as const) : currency]
    const actor = `staff:${requester.id}+staff:${approver.id}`
    const made = await tx.row<{ number: string }>(sql`
      insert into vault.legal_transfers (id, number, kind, case_id, member_id, recipient_id, authority, store, asset, amount, made_by)
      values (${id}, 'L' || nextval('vault.legal_transfer_numbers'), ${kind}, ${found.id}, ${memberId}, ${recipient}, ${authority}, ${store},
        ${code}, ${amount}, ${actor}) returning number`)
    await postTransfer(
      tx,
      legallyMoved({ id, kind, store, memberId, recipientId: recipient, asset: code, amount, actor, reason }),
    )
    await noteMove(tx, found, { actor, words: `${made?.number}: ${reason}` })
    if (recipient)
      await queueMail(tx, {
        ...{ ...(await findContact(tx, recipient)), store, template: 'legally_received' },
        values: { number: made?.number ?? '', amount: amountOf(amount, code) },
      })
  },
}

async function requireFits(tx: Tx, heir: Holder, asset: LegalAsset, amount: bigint): Promise<void> {
  if (await isStopped(tx, heir.memberId)) throw new Refusal('not_possible_now')
  if (asset === 'cash') return
  if (!(await hasAgreed(tx, heir))) throw new Refusal('agreement_required')
  await requireMayHold(tx, heir, (await heldGold(tx, heir)) + amount)
}
