/** Two people correct what a member has, on record, and the member is told why (decision 0085). */
import { v7 as newId } from 'uuid'
import { sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import { findContact } from '../identity/member-queries.ts'
import type { Bag } from '../karat.ts'
import { postTransfer } from '../ledger/post-transfer.ts'
import { problem } from '../locale/field-rules.ts'
import { queueMail } from '../mail/send-mail.ts'
import { type Amount, amountOf, type Currency, exponentOf, parseDecimal } from '../money/money.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import { type Executor, requestApproval } from '../staff/approvals.ts'
import type { Staff } from '../staff/door.ts'
import { storeOf } from '../stores/stores.ts'
import type { AdjustMemberWish } from './adjustment-contract.ts'
import { adjusted } from './adjustment-postings.ts'
import { balancesOf, holdPlace } from './holder.ts'

type Meant = { way: 'add' | 'take'; amount: Amount; told: string }

/**
 * Asks for the second person who corrects it; nothing has changed before.
 *
 * Refuses permission_missing; unknown_store; invalid_input for an amount that is none, and without a reason; not_found; balance_too_low to
 * take what is not there; approval_waiting while another one of the member waits.
 */
export const askAdjust = (
  karat: Bag<'vault'>,
  staff: Staff,
  { member_id: memberId, store, asset, way, amount, told, reason }: AdjustMemberWish,
  key: Once = null,
): Promise<{ approval_id: string }> =>
  once(karat.db, key, async (tx) => {
    if (!karat.stores.has(store)) throw new Refusal('unknown_store')
    const { currency } = storeOf(karat, store)
    const code = asset === 'gold' ? ('XAU' as const) : currency
    const places = code === 'XAU' ? 4 : exponentOf(currency)
    const units = parseDecimal(amount.trim(), places)
    if (units === null) throw invalidInput({ amount: problem('decimals', { n: places, currency: code }) })
    if (units === 0n) throw invalidInput({ amount: problem('above_zero') })
    await findContact(tx, memberId)
    if (way === 'take' && (await balancesOf(tx, { memberId, store, currency }))[asset] < units)
      throw new Refusal('balance_too_low')
    const meant: Meant = { way, amount: amountOf(units, code), told: told.trim() }
    return requestApproval(tx, staff, {
      ...{ action: 'members.adjust', subject: { kind: 'member', id: memberId }, store, reason, params: meant },
    })
  })

/**
 * What the second person has approved: the record, the posting and the letter in one commit.
 *
 * Refuses balance_too_low where the member has not so much by then, gold_sold_out where the house owns no such grams.
 */
export const adjustExecutor: Executor = {
  action: 'members.adjust',
  async execute(karat, tx, { subject, store, params, reason }, { requester, approver }) {
    const { way, amount, told } = params as Meant
    const at = storeOf(karat, store ?? '')
    const [memberId, asset] = [subject.id, amount.currency as 'XAU' | Currency]
    const units = way === 'take' ? -BigInt(amount.minor) : BigInt(amount.minor)
    const actor = `staff:${requester.id}+staff:${approver.id}`
    await holdPlace(tx, { memberId, store: at.code })
    const id = newId()
    const made = await tx.row<{ number: string }>(sql`
      insert into vault.adjustments (id, number, member_id, store, asset, amount, told, made_by)
      values (${id}, 'J' || nextval('vault.adjustment_numbers'), ${memberId}, ${at.code}, ${asset}, ${units}, ${told}, ${actor})
      returning number`)
    await postTransfer(tx, adjusted({ id, store: at.code, memberId, asset, amount: units, actor, reason })).catch(
      (error) => {
        const isShort = way === 'add' && error instanceof Refusal && error.code === 'balance_too_low'
        throw isShort ? new Refusal('gold_sold_out') : error
      },
    )
    await tell(tx, { memberId, store: at.code, number: made?.number ?? '', way, amount, told })
  },
}

type Told = Meant & { memberId: string; store: string; number: string }

async function tell(tx: Tx, { memberId, store, number, way, amount, told }: Told): Promise<void> {
  await queueMail(tx, {
    ...(await findContact(tx, memberId)),
    ...{ store, template: way === 'add' ? 'adjusted_up' : 'adjusted_down', onceKey: `adjusted:${number}` },
    values: { number, amount, told },
  })
}
