/** Places in which bars lie: opened, described anew, and closed once they are empty. */
import { brokenConstraint, sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import type { Karat } from '../../karat.ts'
import { problem } from '../../locale/field-rules.ts'
import { amountOf, exponentOf, parseDecimal } from '../../money/money.ts'
import { invalidInput, Refusal } from '../../refusals.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { isPlaceCode } from '../register/bar-rules.ts'

type Bag = Pick<Karat, 'db' | 'stores'>
type PlaceName = { store: string; code: string; reason: string }
/** `insured`: up to which value, in the store's currency as somebody types it; empty where nobody has noted it, as `address`. */
type PlaceWish = PlaceName & { keeper: string; address: string; insured: string }

/**
 * Bars can lie there from now on.
 *
 * Refuses permission_missing; unknown_store; invalid_input (code; insured; reason); place_known for a code that the store has or had.
 */
export const openPlace = (karat: Bag, staff: Staff, wish: PlaceWish, request: Once): Promise<{ done: true }> => {
  const place = readPlace(karat, wish)
  if (!isPlaceCode(place.code)) throw invalidInput({ code: problem('place_code') })
  return once(karat.db, request, async (tx) => {
    if (!(await addPlace(tx, place))) throw new Refusal('place_known')
    await record(tx, staff, 'place_opened', { ...place, facts: factsOf(place) })
    return { done: true }
  })
}

export type NewPlace = { store: string; code: string; keeper: string; address: string; insured: bigint | null }

/** Whether the store had no place of this code before. */
export const addPlace = async (tx: Tx, { store, code, keeper, address, insured }: NewPlace): Promise<boolean> =>
  (await tx.run(sql`
    insert into backing.places (store, code, keeper, address, insured_minor)
    values (${store}, ${code}, ${keeper}, ${address || null}, ${insured}) on conflict do nothing`)) > 0

/**
 * Keeper, address and insurance are these.
 *
 * Refuses permission_missing; unknown_store; invalid_input (insured; reason); place_not_open for a place that there is not, or that is closed.
 */
export const changePlace = (karat: Bag, staff: Staff, wish: PlaceWish, request: Once): Promise<{ done: true }> => {
  const place = readPlace(karat, wish)
  return once(karat.db, request, async (tx) => {
    const { store, code, keeper, address, insured } = place
    const before = await tx.row<{ keeper: string | null; address: string | null; insured: bigint | null }>(sql`
      select keeper, address, insured_minor as insured from backing.places
      where store = ${store} and code = ${code} and closed_at is null for update`)
    if (!before) throw new Refusal('place_not_open')
    await tx.run(sql`
      update backing.places set keeper = ${keeper}, address = ${address || null}, insured_minor = ${insured}
      where store = ${store} and code = ${code}`)
    const changed = (before.address ?? '') === address ? [] : ['address']
    const facts = { before: factsOf({ ...place, ...before }), after: factsOf(place), changed }
    await record(tx, staff, 'place_changed', { ...place, facts })
    return { done: true }
  })
}

/**
 * No bar comes there any more; the code stays that of this place.
 *
 * Refuses permission_missing; invalid_input without a reason; place_not_open; place_not_empty while bars lie there, pledged ones too, or
 * are on their way from or to it.
 */
export const closePlace = (karat: Bag, staff: Staff, place: PlaceName, request: Once): Promise<{ done: true }> =>
  once(karat.db, request, async (tx) => {
    const { store, code } = place
    try {
      const closed = await tx.run(sql`
        update backing.places set closed_at = clock_timestamp() where store = ${store} and code = ${code} and closed_at is null`)
      if (closed === 0) throw new Refusal('place_not_open')
    } catch (error) {
      throw brokenConstraint(error) === 'place_is_empty' ? new Refusal('place_not_empty') : error
    }
    await record(tx, staff, 'place_closed', { ...place, facts: {} })
    return { done: true }
  })

/** The place, which stays open until `tx` ends. Refuses place_not_open. */
export async function requireOpenPlace(tx: Tx, store: string, code: string): Promise<void> {
  const open = await tx.row(sql`
    select 1 from backing.places where store = ${store} and code = ${code} and closed_at is null for share`)
  if (!open) throw new Refusal('place_not_open')
}

function readPlace({ stores }: Bag, wish: PlaceWish) {
  const store = stores.get(wish.store)
  if (!store) throw new Refusal('unknown_store')
  const typed = wish.insured.trim()
  const insured = typed === '' ? null : parseDecimal(typed, exponentOf(store.currency))
  if (typed !== '' && (insured === null || insured <= 0n)) throw invalidInput({ insured: problem('amount') })
  const keeper = wish.keeper.trim()
  if (keeper.length < 2) throw invalidInput({ keeper: problem('empty') })
  const { currency } = store
  return {
    store: wish.store,
    code: wish.code.trim(),
    reason: wish.reason,
    keeper,
    address: wish.address.trim(),
    insured,
    currency,
  }
}
type Place = ReturnType<typeof readPlace>

/** An address is no fact of the log, which more people read. */
const factsOf = ({ keeper, insured, currency }: { keeper: string | null } & Pick<Place, 'insured' | 'currency'>) => ({
  keeper,
  insured: insured === null ? null : amountOf(insured, currency),
})

type Done = 'place_opened' | 'place_changed' | 'place_closed'
const record = (tx: Tx, staff: Staff, did: Done, { store, code, reason, facts }: PlaceName & { facts: object }) =>
  recordAction(tx, staff, {
    ...{ action: 'vault.places', subject: { kind: 'vault', id: store }, store, reason },
    details: { did, place: code, ...facts },
  })
