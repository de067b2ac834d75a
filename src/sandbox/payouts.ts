/** Money that the merchant pays out: taken on once for a reference, decided once, sent back once, told each time. */
import { randomBytes } from 'node:crypto'
import { type Db, type Queryable, sql, type Tx } from '../db/database.ts'
import type { Minor } from '../money/money.ts'
import { writePayoutNotice } from './notices.ts'
import { endingOf, type PayoutDecision, type PayoutScenario, payoutDelays, payoutScenarioOf } from './payout-rules.ts'

export type Payout = {
  id: string
  reference: string
  amount_minor: Minor
  currency: string
  description: string
  account: string
  scenario: PayoutScenario | null
  state: 'accepted' | 'paid' | 'failed' | 'returned'
  failure_reason: string | null
  webhook_url: string
  decided_at: Date | null
  /** It has been taken on, and nobody is answered yet. */
  silent: boolean
}

type Asked = Pick<Payout, 'reference' | 'currency' | 'description' | 'webhook_url'> & {
  amount: bigint
  account: { bank: string; number: string }
}

const columns = sql`*, coalesce(silent_until > now(), false) as silent`
const read = (db: Queryable, which: ReturnType<typeof sql>) =>
  db.row<Payout>(sql`select ${columns} from sandbox.payouts where ${which}`)

/** The payout of a reference, made now or before: of any number of requests at once one makes it. */
export const createPayout = (db: Db, asked: Asked): Promise<Payout> =>
  db.transaction(async (tx) => {
    const scenario = payoutScenarioOf(asked.account.number)
    const account = `${asked.account.bank} ••••${asked.account.number.slice(-4)}`
    const made = await tx.row<{ id: string }>(sql`
      insert into sandbox.payouts (id, reference, amount_minor, currency, description, account, scenario, state, webhook_url, decide_at, silent_until)
      values (${`po_${randomBytes(18).toString('hex')}`}, ${asked.reference}, ${asked.amount}, ${asked.currency}, ${asked.description}, ${account},
        ${scenario}, 'accepted', ${asked.webhook_url},
        ${endingOf(scenario).outcome === 'waits' ? sql`null` : sql`now() + make_interval(secs => ${endingOf(scenario).seconds})`},
        ${scenario === 'silent' ? sql`now() + make_interval(secs => ${payoutDelays.silentSeconds})` : sql`null`})
      on conflict (reference) do nothing returning id`)
    if (made && endingOf(scenario).seconds === 0) await decide(tx, sql`id = ${made.id}`)
    const payout = await read(tx, sql`reference = ${asked.reference}`)
    if (!payout) throw new Error('a payout disappeared')
    return payout
  })

export const findPayout = (db: Db, reference: string) => read(db, sql`reference = ${reference}`)
export const findPayoutById = (db: Db, id: string) => read(db, sql`id = ${id}`)

/** Decides what banks have answered by now, and sends back what they send back. How many. */
export const payOutDue = (db: Db): Promise<number> =>
  db.transaction(async (tx) => {
    const decided = await decide(tx, sql`true`)
    const returned = await tx.rows<Payout>(sql`
      update sandbox.payouts set state = 'returned', return_at = null, failure_reason = 'account_closed', decided_at = now() where id in (
        select id from sandbox.payouts where return_at <= now() order by id limit 100 for update skip locked) returning ${columns}`)
    for (const payout of returned) await writePayoutNotice(tx, payout)
    return decided + returned.length
  })

async function decide(tx: Tx, which: ReturnType<typeof sql>): Promise<number> {
  const due = await tx.rows<Payout>(sql`
    select ${columns} from sandbox.payouts where state = 'accepted' and decide_at <= now() and ${which}
    order by id limit 100 for update skip locked`)
  for (const payout of due) {
    const { outcome, reason } = endingOf(payout.scenario)
    const fails = outcome === 'failed' || (payout.scenario === 'second_time' && !(await wasTried(tx, payout)))
    await become(tx, payout.id, fails ? 'failed' : 'paid', fails ? (reason ?? 'refused') : null)
  }
  return due.length
}

const wasTried = async (tx: Tx, { id, description, account }: Payout) =>
  (await tx.row(sql`
    select 1 as one from sandbox.payouts where id <> ${id} and description = ${description} and account = ${account} limit 1`)) !==
  undefined

/** What its bank has decided; of some accounts it sends the money back later. One that is silent is never told of. */
async function become(tx: Tx, id: string, state: PayoutDecision, reason: string | null): Promise<void> {
  const payout = await tx.row<Payout>(sql`
    update sandbox.payouts set state = ${state}, failure_reason = ${reason}, decided_at = now(), decide_at = null,
      return_at = case when ${state} = 'paid' and scenario = 'returned' then now() + make_interval(secs => ${payoutDelays.returnSeconds}) end
    where id = ${id} returning ${columns}`)
  if (payout && payout.scenario !== 'silent') await writePayoutNotice(tx, payout)
}

/** Somebody stands for its bank: it is paid, refused, or sent back days later. False where it does not stand so. */
export const decidePayout = (db: Db, id: string, as: PayoutDecision): Promise<boolean> =>
  db.transaction(async (tx) => {
    const held = await tx.row<{ state: string }>(sql`select state from sandbox.payouts where id = ${id} for update`)
    if (held?.state !== (as === 'returned' ? 'paid' : 'accepted')) return false
    await become(tx, id, as, as === 'paid' ? null : 'account_closed')
    return true
  })
