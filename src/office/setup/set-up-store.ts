/** A store from nothing to its opening (decision 0141). */
import { findAccount } from '../../bank/account-queries.ts'
import { addCategories, hasCategories } from '../../catalogue/add-products.ts'
import { countGoodsInStock } from '../../catalogue/office-queries.ts'
import { faultOfAddress } from '../../config.ts'
import type { Queryable } from '../../db/database.ts'
import { addRegions } from '../../delivery/seed-delivery.ts'
import { demoCategories } from '../../home/demo/stores.ts'
import { type Once, once } from '../../http/idempotency.ts'
import type { Karat } from '../../karat.ts'
import { problem } from '../../locale/field-rules.ts'
import { addFirstSpread, hasOwnSpread } from '../../pricing/first-spread.ts'
import { invalidInput, Refusal } from '../../refusals.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { addStores, markOpened } from '../../stores/add-stores.ts'
import type { Store } from '../../stores/stores.ts'
import { knownStore } from '../kit/known-store.ts'
import { type SetupView, type StoreWish, setupSteps } from './setup-contract.ts'

const SET_UP = 'shop.set_up'

/** What a country brings with it. Source: its own currency and capital's time; its addresses as delivery.regions has them. */
const countries = {
  ID: { currency: 'IDR', timeZone: 'Asia/Jakarta', regionLevels: 3 },
  MY: { currency: 'MYR', timeZone: 'Asia/Kuala_Lumpur', regionLevels: 1 },
} as const

/**
 * The store is there, closed, with a first spread, the regions of its country and the usual categories; it may be looked at, and sells nothing.
 *
 * Refuses permission_missing; invalid_input (code) for one that is taken.
 */
export function makeStore(karat: Karat, staff: Staff, wish: StoreWish, key: Once): Promise<{ code: string }> {
  const { code, name, country, language } = wish
  const { currency, ...terms } = countries[country]
  return once(karat.db, key, async (tx) => {
    if (karat.stores.has(code)) throw invalidInput({ code: problem('store_taken') })
    await recordAction(tx, staff, {
      action: SET_UP,
      subject: { kind: 'store', id: code },
      details: { did: 'make_store', ...wish },
    })
    await addStores(tx, [
      { ...terms, code, name, country, language, currency, currencies: [currency, 'USD'], open: false },
    ])
    await addFirstSpread(tx, code, staff.name)
    await addRegions(tx)
    if (!(await hasCategories(tx))) await addCategories(tx, demoCategories)
    tx.afterCommit(() => void karat.refreshStores())
    return { code }
  })
}

/**
 * The store sells from now on. Nothing closes it again but a halt of its prices.
 *
 * Refuses unknown_store; shop_not_ready while a step is missing; permission_missing.
 */
export function openStore(
  karat: Karat,
  staff: Staff,
  { store: code, reason }: { store: string; reason: string },
  key: Once,
): Promise<{ opened: true }> {
  const store = knownStore(karat, code)
  return once(karat.db, key, async (tx) => {
    const missing = (await stepsOf(karat, tx, store)).filter(({ done }) => !done)
    if (missing.length > 0) throw new Refusal('shop_not_ready', { missing: missing.map(({ step }) => step) })
    await recordAction(tx, staff, {
      ...{ action: SET_UP, subject: { kind: 'store', id: code }, store: code, reason },
      details: { did: 'open_store' },
    })
    await markOpened(tx, { store: code, by: staff.name, reason })
    tx.afterCommit(() => void karat.refreshStores())
    return { opened: true as const }
  })
}

/** Every store with what is there of what it needs. */
export async function describeSetup(karat: Karat): Promise<SetupView> {
  const stores = await Promise.all(
    [...karat.stores.values()].map(async (store) => ({
      ...{ code: store.code, name: store.name, open: store.open },
      steps: await stepsOf(karat, karat.db, store),
    })),
  )
  return { stores }
}

async function stepsOf(karat: Karat, db: Queryable, store: Store): Promise<SetupView['stores'][number]['steps']> {
  const { code, currency } = store
  const [goods, spread, account] = await Promise.all([
    countGoodsInStock(db, code),
    hasOwnSpread(db, code),
    findAccount(db, code),
  ])
  const done: Record<(typeof setupSteps)[number], boolean> = {
    company: store.settings.house.legal_name !== '',
    price: karat.prices.live(code, currency) !== null,
    spread,
    goods: goods > 0,
    payment: account !== undefined,
    mail: karat.channels.has('email'),
    address: faultOfAddress(karat.config.PUBLIC_URL) === null,
  }
  return setupSteps.map((step) => ({ step, done: done[step] }))
}
