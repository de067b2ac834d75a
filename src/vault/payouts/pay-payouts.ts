/** Payouts on their way: tried, asked about, tried again. Several instances share the work, by rows and locks. */
import { v7 as newId } from 'uuid'
import { isStoppedNow, mayBeStopped } from '../../cases/stops.ts'
import { type Db, sql, type Tx } from '../../db/database.ts'
import { isFrozen } from '../../identity/member-queries.ts'
import type { Karat } from '../../karat.ts'
import { type HoldPurpose, placeHold } from '../../ledger/holds.ts'
import type { PayoutAnswer } from '../../payments/payout-contract.ts'
import { readAccount } from '../../payouts/require-destination.ts'
import { settings } from '../../settings.ts'
import { brandIn } from '../../stores/stores.ts'
import { holdPlace } from '../holder.ts'
import { PAYOUT_PURPOSE, type TryState } from './payout-rules.ts'
import { giveBack, lockPayout } from './settle-payout.ts'

type Reach = Pick<Karat, 'db' | 'stores' | 'providers' | 'settlePayout' | 'sealing' | 'config' | 'log'>

/** One round: payouts whose time has come get a try, and providers are asked for those that are due. One that fails holds up no other. */
export async function payPayouts(karat: Reach): Promise<void> {
  await startTries(karat)
  await askForTries(karat)
}

async function startTries({ db, log }: Reach): Promise<void> {
  const due = await db.rows<{ id: string }>(sql`
    select id from vault.payouts where next_try_at <= now() order by next_try_at limit 50`)
  for (const { id } of due)
    await startTry(db, id).catch((error) => log.warn({ err: error, payout: id }, 'payout cannot be tried'))
}

/**
 * The payout has another try, which the next statement of the round asks for; from now on it is not taken back. That of
 * a frozen account, and of a member whom a case stops, waits: whoever froze or stopped it looks at what was asked for in its name.
 */
const startTry = (db: Db, id: string): Promise<void> =>
  db.transaction(async (tx) => {
    const payout = await tx.row<{ member_id: string; tries: number }>(sql`
      select member_id, tries from vault.payouts where id = ${id} and next_try_at <= now() for update skip locked`)
    if (!payout) return
    if ((await isFrozen(tx, payout.member_id)) || (await isStoppedNow(tx, payout.member_id))) {
      await tx.run(sql`update vault.payouts set next_try_at = now() + interval '10 minutes' where id = ${id}`)
      return
    }
    await tx.run(sql`
      insert into vault.payout_tries (id, payout_id, number) values (${newId()}, ${id}, ${payout.tries + 1})`)
    await tx.run(sql`
      update vault.payouts set state = 'paying', tries = tries + 1, next_try_at = null where id = ${id}`)
  })

type Due = {
  id: string
  asks: number
  state: TryState
  provider: string
  store: string
  number: string
  amount: bigint
  currency: string
  destination_id: string
  /** Its member is stopped: only what its provider has already is asked about. */
  waits: boolean
}

/** Tries to ask about now; each is put off before it is asked, twice as long each time, and what is paid by hours, for some days. */
const takeTries = (db: Db): Promise<Due[]> =>
  db.rows<Due>(sql`
    update vault.payout_tries t set asks = least(asks + 1, 1000000), next_ask_at = case
      when t.state <> 'paid' then now() + least(interval '5 seconds' * power(2, least(asks, 10)), make_interval(secs => ${settings.payouts.slowestAskSeconds}::int))
      when t.decided_at > now() - make_interval(days => ${settings.payouts.returnDays}::int) then now() + make_interval(secs => ${settings.payouts.returnAskSeconds}::int) end
    from vault.payouts p
    where p.id = t.payout_id and t.id in (
      select id from vault.payout_tries where next_ask_at <= now() order by next_ask_at limit 50 for update skip locked)
    returning t.id, t.asks, t.state, p.provider, p.store, p.number, p.amount_minor as amount, p.currency, p.destination_id,
      ${mayBeStopped(sql`p.member_id`)} as waits`)

async function askForTries(karat: Reach): Promise<void> {
  for (const due of await takeTries(karat.db)) {
    try {
      const answer = await ask(karat, due)
      if (answer.outcome === 'known')
        await karat.db.transaction((tx) => karat.settlePayout(tx, { ...answer.payout, reference: due.id }))
    } catch (error) {
      karat.log.warn({ err: error, payout: due.number }, 'payout cannot be settled')
    }
  }
}

/**
 * Asks the provider to pay, or how it stands, outside any transaction. The try's id is the provider's key: asking again never pays twice.
 * Nothing that it does not have is asked for while its member is stopped. What it had taken on and does not know any more is not asked for again.
 */
async function ask(karat: Reach, due: Due): Promise<PayoutAnswer> {
  const provider = karat.providers.get(due.provider)
  if (!provider) return { outcome: 'unknown' }
  const known: PayoutAnswer =
    due.state === 'asking' && due.asks === 1 ? { outcome: 'absent' } : await provider.findPayout(due.id)
  if (known.outcome !== 'absent') return known
  if (due.state !== 'asking') throw new Error(`its provider does not know payout ${due.number} any more`)
  if (due.waits) return { outcome: 'unknown' }
  const account = await readAccount(karat, karat.db, due.destination_id)
  if (!account) throw new Error(`nobody knows where payout ${due.number} goes`)
  return provider.payOut({
    ...{ reference: due.id, amountMinor: due.amount, currency: due.currency, account },
    description: `${brandIn(karat.stores, due.store)} ${due.number}`,
    webhookUrl: `${karat.config.SANDBOX_URL}/api/webhooks/${due.provider}`,
  })
}

/** What is past its end is the member's again, unless it may have been paid: then it is held anew until its provider has said. */
export const payoutHolds = (karat: Pick<Karat, 'config'>): HoldPurpose => ({
  before: holdPlace,
  async expired(tx, { subject, store, memberId, asset, amount }) {
    const payout = await lockPayout(tx, subject)
    if (!payout) throw new Error(`a hold for no payout: ${subject}`)
    if (!(await mayBePaid(tx, subject)))
      return giveBack(tx, karat, payout, { failure: 'expired', actor: 'system', isReleased: true })
    const id = await placeHold(tx, {
      ...{ store, memberId, asset, amount, actor: 'system', purpose: PAYOUT_PURPOSE, subject },
      seconds: settings.payouts.holdSeconds,
    })
    await tx.run(sql`update vault.payouts set hold_id = ${id} where id = ${subject}`)
  },
})

/** Whether a try of it is not known to have failed. */
export const mayBePaid = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.row(sql`select 1 as one from vault.payout_tries where payout_id = ${id} and state <> 'failed' limit 1`)) !==
  undefined
