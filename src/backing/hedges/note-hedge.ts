/** Staff note a trade that offsets the house's gold, or take one back by a counter-row. Nothing is booked: the metal follows as bars. */
import { v7 as newId } from 'uuid'
import { brokenConstraint, sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import type { Karat } from '../../karat.ts'
import { problem } from '../../locale/field-rules.ts'
import { type Amount, amountOf, type Currency, exponentOf, parseDecimal } from '../../money/money.ts'
import { invalidInput, Refusal } from '../../refusals.ts'
import { type Executor, requestApproval } from '../../staff/approvals.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { type HedgeSide, otherSide, takesTwoPeople } from './hedge-rules.ts'

type HedgeWish = {
  store: string
  side: HedgeSide
  grams: string
  currency: Currency
  price: string
  counterparty: string
  reference: string
  /** ISO 8601. */
  traded_at: string
  reason: string
}
type Hedge = Omit<HedgeWish, 'grams' | 'price'> & { id: string; grams: bigint; price: bigint; corrects: string | null }
type Noted = { number: string | null; approval_id: string | null }
type Bag = Pick<Karat, 'db' | 'now' | 'stores'>

/**
 * Notes a hedge. From `settings.backing.hedgeSecondGrams` on a second person is asked for instead: `approval_id` is their request.
 *
 * Refuses permission_missing; unknown_store; invalid_input (grams; price; traded_at; reason); hedge_known for a trade of the same
 * counterparty and reference that stands.
 */
export const noteHedge = (karat: Bag, staff: Staff, wish: HedgeWish, key: Once = null): Promise<Noted> => {
  if (!karat.stores.has(wish.store)) throw new Refusal('unknown_store')
  const hedge = { ...wish, ...readFigures(karat, wish), id: newId(), corrects: null }
  hedge.counterparty = wish.counterparty.trim()
  hedge.reference = wish.reference.trim()
  return once(karat.db, key, async (tx) => {
    if (!staff.may.has('vault.hedge')) throw new Refusal('permission_missing', { permission: 'vault.hedge' })
    await requireUnknown(tx, hedge)
    return noteOrAsk(tx, staff, hedge, {})
  })
}

/**
 * Takes a hedge back by a row of the other side, which the database holds against it. Takes two people as noting it does.
 *
 * Refuses permission_missing; invalid_input without a reason; not_found, also for a counter-row; hedge_corrected; approval_waiting.
 */
export const correctHedge = (
  { db }: Bag,
  staff: Staff,
  { hedgeId, reason }: { hedgeId: string; reason: string },
  key: Once = null,
): Promise<Noted> =>
  once(db, key, async (tx) => {
    if (!staff.may.has('vault.hedge')) throw new Refusal('permission_missing', { permission: 'vault.hedge' })
    const { number, ...counter } = await counterRow(tx, hedgeId, reason)
    return noteOrAsk(tx, staff, counter, { hedge: number })
  })

async function noteOrAsk(tx: Tx, staff: Staff, hedge: Hedge, more: { hedge?: string }): Promise<Noted> {
  const { store, reason } = hedge
  const said = { ...more, ...factsOf(hedge) }
  const about = {
    action: 'vault.hedge',
    subject: { kind: 'hedge', id: hedge.corrects ?? hedge.id },
    store,
    reason,
  } as const
  if (takesTwoPeople(hedge.grams)) {
    const { approval_id } = await requestApproval(tx, staff, { ...about, params: said })
    return { number: null, approval_id }
  }
  const number = await writeHedge(tx, hedge, `staff:${staff.id}`)
  const did = hedge.corrects ? 'correct_hedge' : 'note_hedge'
  await recordAction(tx, staff, { ...about, details: { did, number, ...said } })
  return { number, approval_id: null }
}

/** What the second person has approved, exactly as they saw it. Refuses hedge_known and hedge_corrected by what is so then. */
export const hedgeExecutor: Executor = {
  action: 'vault.hedge',
  async execute(_karat, tx, { subject, store, params, reason }, { requester, approver }) {
    const facts = params as Facts
    const hedge = facts.hedge
      ? await counterRow(tx, subject.id, reason)
      : { ...readFacts(facts), id: subject.id, store: store ?? '', reason, corrects: null }
    if (!facts.hedge) await requireUnknown(tx, hedge)
    await writeHedge(tx, hedge, `staff:${requester.id}+staff:${approver.id}`)
  },
}

type Facts = {
  hedge?: string
  side: HedgeSide
  grams: Amount
  price: Amount
  counterparty: string
  reference: string
  traded_at: string
}
const factsOf = ({ side, grams, price, currency, counterparty, reference, traded_at }: Hedge): Facts => ({
  ...{ side, grams: amountOf(grams, 'XAU'), price: amountOf(price, currency) },
  ...{ counterparty, reference, traded_at },
})
const readFacts = ({ side, grams, price, counterparty, reference, traded_at }: Facts) => ({
  ...{ side, grams: BigInt(grams.minor), price: BigInt(price.minor), currency: price.currency as Currency },
  ...{ counterparty, reference, traded_at },
})

function readFigures({ now }: Bag, { grams, price, currency, traded_at }: HedgeWish): { grams: bigint; price: bigint } {
  const units = (text: string, places: number, field: string) => {
    const read = parseDecimal(text.trim(), places)
    if (read === null)
      throw invalidInput({ [field]: problem('decimals', { n: places, currency: field === 'grams' ? 'g' : currency }) })
    if (read === 0n) throw invalidInput({ [field]: problem('above_zero') })
    return read
  }
  const read = { grams: units(grams, 4, 'grams'), price: units(price, exponentOf(currency), 'price') }
  if (Date.parse(traded_at) > now()) throw invalidInput({ traded_at: problem('window_future') })
  return read
}

/** Judged by one transaction of a store at a time, which sees what others have committed by then. */
async function requireUnknown(tx: Tx, { store, counterparty, reference }: Hedge): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${store}, 300))`)
  const known = await tx.row<{ number: string }>(sql`
    select number from backing.hedges h where store = ${store} and lower(counterparty) = lower(${counterparty}) and reference = ${reference}
      and corrects is null and not exists (select from backing.hedges c where c.corrects = h.id)`)
  if (known) throw new Refusal('hedge_known', { number: known.number })
}

type Stored = {
  number: string
  store: string
  side: HedgeSide
  grams: bigint
  currency: Currency
  price: bigint
  counterparty: string
  reference: string
  traded_at: Date
  corrected: boolean
}

/** The trade on the other side, and the number of what it takes back. Refuses not_found; hedge_corrected. */
async function counterRow(tx: Tx, hedgeId: string, reason: string): Promise<Hedge & { number: string }> {
  const hedge = await tx.row<Stored>(sql`
    select number, store, side, grams_e4 as grams, currency, price_minor as price, counterparty, reference, traded_at,
      exists (select from backing.hedges c where c.corrects = h.id) as corrected
    from backing.hedges h where id = ${hedgeId} and corrects is null`)
  if (!hedge) throw new Refusal('not_found')
  const { corrected, ...taken } = hedge
  if (corrected) throw new Refusal('hedge_corrected')
  const traded_at = taken.traded_at.toISOString()
  return { ...taken, side: otherSide(taken.side), traded_at, id: newId(), corrects: hedgeId, reason }
}

/** Its number. Of two counter-rows of one trade the database takes one: refuses hedge_corrected. */
async function writeHedge(tx: Tx, hedge: Hedge, actor: string): Promise<string> {
  const { id, store, side, grams, currency, price, counterparty, reference, traded_at, reason, corrects } = hedge
  try {
    const row = await tx.row<{ number: string }>(sql`
      insert into backing.hedges (id, number, store, side, grams_e4, currency, price_minor, counterparty, reference, traded_at, reason, actor, corrects)
      values (${id}, 'HG-' || nextval('backing.hedge_numbers'), ${store}, ${side}, ${grams}, ${currency}, ${price}, ${counterparty},
        ${reference}, ${corrects === null ? sql`${traded_at}::timestamptz` : sql`(select traded_at from backing.hedges where id = ${corrects})`},
        ${reason}, ${actor}, ${corrects})
      returning number`)
    if (!row) throw new Error('the hedge was not written')
    return row.number
  } catch (error) {
    if (brokenConstraint(error) === 'hedge_is_corrected_once') throw new Refusal('hedge_corrected')
    throw error
  }
}
