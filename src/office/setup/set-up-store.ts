/** A store from nothing to its opening (decision 0141). */
import { findAccount } from '../../bank/account-queries.ts'
import { addCategories, hasCategories } from '../../catalogue/add-products.ts'
import { countGoodsInStock } from '../../catalogue/office-queries.ts'
import { faultOfAddress } from '../../config.ts'
import { hasOwnAgreement } from '../../content/agreement-queries.ts'
import { brokenConstraint, type Queryable, sql, type Tx } from '../../db/database.ts'
import { listPickupPoints } from '../../delivery/address-queries.ts'
import { addRegions } from '../../delivery/seed-delivery.ts'
import { demoCategories } from '../../home/demo/stores.ts'
import { type Once, once } from '../../http/idempotency.ts'
import type { Karat } from '../../karat.ts'
import { problem } from '../../locale/field-rules.ts'
import { takenMethods } from '../../payments/providers.ts'
import { paidNow, viewTerms } from '../../payments/require-method.ts'
import { addFirstSpread, hasOwnSpread } from '../../pricing/first-spread.ts'
import { invalidInput, Refusal } from '../../refusals.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { addStores, markOpened } from '../../stores/add-stores.ts'
import { servingCouriers } from '../../stores/courier-rules.ts'
import { foldSetting } from '../../stores/setting-rules.ts'
import { type SettingsSaid, type Store, type StoreRow, settingsSaid } from '../../stores/stores.ts'
import { isConfirmed } from '../../stores/tax-rules.ts'
import { zonesOf } from '../../stores/zone-rules.ts'
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
 * Refuses permission_missing; invalid_input (code) for another than the country's, and for one that is taken.
 */
export async function makeStore(karat: Karat, staff: Staff, wish: StoreWish, key: Once): Promise<{ code: string }> {
  const { code, name, country, language } = wish
  const { currency, ...terms } = countries[country]
  // What depends on the country (papers, ages, zones of the courier, ways to pay) is looked up by it until it is data.
  if (code !== country.toLowerCase())
    throw invalidInput({ code: problem('store_country', { code: country.toLowerCase() }) })
  const done = await once(karat.db, key, async (tx) => {
    await recordAction(tx, staff, {
      action: SET_UP,
      subject: { kind: 'store', id: code },
      details: { did: 'make_store', ...wish },
    })
    const currencies: Store['currencies'] = [currency, 'USD']
    await insertStore(tx, { ...terms, code, name, country, language, currency, currencies, open: false })
    await addFirstSpread(tx, code, staff.name)
    await addRegions(tx)
    if (!(await hasCategories(tx))) await addCategories(tx, demoCategories)
    return { code }
  })
  await karat.refreshStores()
  return done
}

async function insertStore(tx: Tx, store: StoreRow) {
  try {
    await addStores(tx, [store])
  } catch (error) {
    if (brokenConstraint(error) === 'stores_pkey') throw invalidInput({ code: problem('store_taken') })
    throw error
  }
}

/**
 * The store sells from now on. Nothing closes it again but a halt of its prices.
 *
 * Refuses unknown_store; shop_not_ready while a step is missing; permission_missing.
 */
export async function openStore(
  karat: Karat,
  staff: Staff,
  { store: code, reason }: { store: string; reason: string },
  key: Once,
): Promise<{ opened: true }> {
  const store = knownStore(karat, code)
  const done = await once(karat.db, key, async (tx) => {
    const isNew = await markOpened(tx, { store: code, by: staff.name, reason })
    if (!isNew) return { opened: true as const }
    const missing = (await stepsOf(karat, tx, store)).filter(({ done }) => !done)
    if (missing.length > 0) throw new Refusal('shop_not_ready', { missing: missing.map(({ step }) => step) })
    await recordAction(tx, staff, {
      ...{ action: SET_UP, subject: { kind: 'store', id: code }, store: code, reason },
      details: { did: 'open_store' },
    })
    return { opened: true as const }
  })
  await karat.refreshStores()
  return done
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
  const taken = takenMethods(karat.providers)
  const [goods, spread, account, agreement, paid, points, said] = await Promise.all([
    countGoodsInStock(db, code),
    hasOwnSpread(db, code),
    findAccount(db, code),
    hasOwnAgreement(db, code),
    paidNow(db, store),
    listPickupPoints(db, code),
    db.row<{ own: SettingsSaid }>(
      sql`select ${settingsSaid(sql`${code}`, ['house', 'taxes', 'zones', 'couriers'])} as own`,
    ),
  ])
  const done: Record<(typeof setupSteps)[number], boolean> = {
    company: foldSetting('house', [said?.own.house ?? {}]).legal_name !== '',
    taxes: isConfirmed(foldSetting('taxes', [said?.own.taxes ?? {}])),
    price: karat.prices.live(code, currency) !== null,
    spread,
    goods: goods > 0,
    payment: account !== undefined,
    methods: viewTerms({ store: paid, currency, taken, transfers: account ? 'taken' : null }).length > 0,
    agreement,
    delivery: isDelivered(said?.own ?? {}, points.length),
    mail: karat.channels.has('email'),
    address: faultOfAddress(karat.config.PUBLIC_URL) === null,
  }
  return setupSteps.map((step) => ({ step, done: done[step] }))
}

/** Pieces reach their buyers: by a courier to a zone that is served, or, where none is, over a counter alone. */
function isDelivered({ zones, couriers }: SettingsSaid, points: number): boolean {
  const serves = zonesOf(foldSetting('zones', [zones ?? {}])).some(({ served }) => served)
  if (!serves) return points > 0
  return servingCouriers(foldSetting('couriers', [couriers ?? {}])).length > 0
}
