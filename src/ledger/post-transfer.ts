/** The one way in which value moves. */
import { v7 as uuidv7 } from 'uuid'
import { brokenConstraint, type Sql, sql, type Tx } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import { type Leg, unevenAsset } from './ledger-rules.ts'
import type { Posting } from './posting-rules.ts'

export type Posted = { id: string; posted: boolean }

/**
 * Posts one transfer inside `tx`, in one round trip; accounts that are missing are opened. Afterwards its entries are
 * written, the floored balances moved and the transfer chained, or nothing of `tx` happened.
 *
 * The same kind, reference and legs again move nothing: `posted` is false and `id` the first transfer's. The same kind and
 * reference with other legs are a defect and throw.
 *
 * Refuses `balance_too_low` when a floored account would go below zero, `transfer_reversed` when the original was reversed
 * before. Legs that do not sum to zero in each asset, or that the kind does not have, are a defect and throw.
 */
export async function postTransfer(tx: Tx, posting: Posting): Promise<Posted> {
  const legs = evenLegs(posting)
  const id = uuidv7()
  const posted = await insert(tx, id, posting, legs).catch((error) => {
    const constraint = brokenConstraint(error)
    if (constraint === 'balance_never_negative') throw new Refusal('balance_too_low')
    if (constraint === 'transfer_reverses_once') throw new Refusal('transfer_reversed')
    throw error
  })
  return posted ? { id, posted: true } : findRepeated(tx, posting, legs)
}

function evenLegs({ kind, reference, legs: all }: Posting): Leg[] {
  const legs = all.filter((leg) => leg.amount !== 0n)
  const uneven = unevenAsset(legs)
  if (uneven) throw new Error(`the legs of ${kind} ${reference} do not sum to zero in ${uneven}`)
  return legs
}

/** The part of a statement that posts a transfer, to be followed by the condition under which it does; one that was posted before fails it. */
export const postedOnce = (posting: Posting): Sql => inserted(uuidv7(), posting, evenLegs(posting))

const inserted = (
  id: string,
  { kind, reference, actor, reason, reverses, happenedAt }: Posting,
  legs: Leg[],
): Sql => sql`
    insert into ledger.transfers (id, kind, reference, accounts, amounts, actor, reason, reverses, happened_at)
    select ${id}::uuid, ${kind}, ${reference},
      ledger.account_ids(${legs.map((leg) => leg.account.owner)}::text[], ${legs.map((leg) => leg.account.kind)}::text[],
                         ${legs.map((leg) => leg.account.asset)}::text[]),
      ${legs.map((leg) => leg.amount)}::bigint[], ${actor}, ${reason ?? null}, ${reverses ?? null}::uuid, ${happenedAt ?? null}::timestamptz`

const insert = async (tx: Tx, id: string, posting: Posting, legs: Leg[]): Promise<boolean> =>
  (await tx.run(sql`${inserted(id, posting, legs)} on conflict (kind, reference) do nothing`)) === 1

async function findRepeated(tx: Tx, { kind, reference }: Posting, legs: Leg[]): Promise<Posted> {
  const first = await tx.row<{ id: string; same: boolean }>(sql`
    select id, amounts = ${legs.map((leg) => leg.amount)}::bigint[] and accounts = ledger.account_ids(
      ${legs.map((leg) => leg.account.owner)}::text[], ${legs.map((leg) => leg.account.kind)}::text[],
      ${legs.map((leg) => leg.account.asset)}::text[]) as same
    from ledger.transfers where kind = ${kind} and reference = ${reference}`)
  if (!first?.same) throw new Error(`the transfer ${kind} ${reference} was posted before with other legs`)
  return { id: first.id, posted: false }
}
