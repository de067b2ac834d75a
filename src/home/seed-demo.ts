/** The demo shop: two stores with their goods, banners, counters, regions, members and price history. */
import { seedAccounts } from '../bank/seed-accounts.ts'
import { addPieces, addStolenPiece } from '../catalogue/add-pieces.ts'
import { addCategories, addProducts, setCategoryPictures, setGalleries } from '../catalogue/add-products.ts'
import { addWaitingWords } from '../community/add-waiting-words.ts'
import type { Config } from '../config.ts'
import { addBanners, setBannerPictures } from '../content/add-banners.ts'
import { addAgreements } from '../content/add-content.ts'
import { openSealing, type Sealing } from '../credentials/sealing.ts'
import { Db, sql, type Tx } from '../db/database.ts'
import { markDemonstration } from '../db/demonstration.ts'
import { releasedZones } from '../delivery/released-zone-rules.ts'
import { seedDelivery } from '../delivery/seed-delivery.ts'
import { demoMembers, seedMembers } from '../identity/seed-members.ts'
import { seedReviews } from '../kyc/seed-reviews.ts'
import { backfillHistory } from '../pricing/backfill-history.ts'
import { demoStaff, seedStaff } from '../staff/seed-staff.ts'
import { addStores, insertSetting } from '../stores/add-stores.ts'
import { filledParts, markFilled } from '../stores/demo-parts.ts'
import type { PayName } from '../stores/setting-rules.ts'
import { listSettings, readStores } from '../stores/stores.ts'
import { vaultAgreement } from './demo/agreements.ts'
import { demoBanners } from './demo/banners.ts'
import { barProducts } from './demo/bar-products.ts'
import { coinProducts } from './demo/coin-products.ts'
import { demoCouriers } from './demo/couriers.ts'
import { galleries } from './demo/galleries.ts'
import { giftProducts } from './demo/gift-products.ts'
import { demoHolidays } from './demo/holidays.ts'
import { demoHouses, demoOutsideBodies } from './demo/houses.ts'
import { jewelleryProducts } from './demo/jewellery-products.ts'
import { malaysiaProducts } from './demo/malaysia-products.ts'
import { moreJewelleryProducts } from './demo/more-jewellery-products.ts'
import { moreMalaysiaProducts } from './demo/more-malaysia-products.ts'
import { demoMethods } from './demo/payment-methods.ts'
import { seedContent } from './demo/seed-content.ts'
import { demoCategories, demoStores } from './demo/stores.ts'
import { waitingMessages, waitingTestimonials } from './demo/waiting-words.ts'

/** What the start prints, a member a line. */
export const demoAccounts: string[] = demoMembers.map(
  ({ name, email, password, store }) => `  ${email.padEnd(18)} ${password.padEnd(26)} ${name}, store ${store}`,
)

/** The same for the back office. */
export const demoStaffAccounts: string[] = demoStaff.map(
  ({ name, email, password, roles }) => `  ${email.padEnd(24)} ${password.padEnd(26)} ${name}, ${roles.join(', ')}`,
)

/** A piece of the demonstration that is filled in once, also into a demo that an older release began. */
type Part = { name: string; fill: (tx: Tx, sealing: Sealing, config: Config) => Promise<unknown> }

/** In order: a part may build on those above it. Append; a part that was shipped is never changed. */
const parts: Part[] = [
  { name: 'shop', fill: fillShop },
  { name: 'pieces', fill: fillPieces },
  { name: 'content', fill: seedContent },
  { name: 'pictures-and-more-goods', fill: fillMoreGoods },
  { name: 'staff', fill: seedStaff },
  { name: 'waiting-words', fill: fillWaitingWords },
  { name: 'identity-reviews', fill: seedReviews },
  { name: 'vault-agreement', fill: fillVaultAgreement },
  { name: 'bank-accounts', fill: seedAccounts },
  { name: 'houses', fill: fillHouses },
  { name: 'payment-methods', fill: fillMethods },
  { name: 'zones-and-couriers', fill: fillDelivery },
]

/** Fills in the parts of the demo shop that a database lacks, each whole or not at all. `config` has its secrets: what is sealed must open again. */
export async function seedDemo(connectionString: string, config: Config): Promise<void> {
  const db = new Db(connectionString, { max: 1 })
  const sealing = openSealing(config)
  try {
    await db.transaction((tx) => fillMissing(tx, sealing, config))
  } finally {
    await db.close()
  }
}

async function fillMissing(tx: Tx, sealing: Sealing, config: Config): Promise<void> {
  // Two instances may start on one fresh database at the same moment; the second waits and then finds the shop.
  // It hashes passwords in between, which takes long on a machine that is busy.
  await tx.run(sql`
    select set_config('lock_timeout', '60s', true), set_config('statement_timeout', '60s', true),
      set_config('idle_in_transaction_session_timeout', '60s', true)`)
  await tx.run(sql`select pg_advisory_xact_lock(7240002)`)
  await markDemonstration(tx)
  const filled = await filledParts(tx)
  for (const part of parts) {
    if (filled.has(part.name)) continue
    await part.fill(tx, sealing, config)
    await markFilled(tx, part.name)
  }
}

async function fillVaultAgreement(tx: Tx): Promise<void> {
  await addAgreements(tx, [...(await readStores(tx)).values()], [vaultAgreement])
}

async function fillHouses(tx: Tx): Promise<void> {
  for (const store of (await readStores(tx)).keys()) {
    const value = demoHouses[store]
    if (value)
      await insertSetting(tx, { store, name: 'house', value, from: null, by: 'demo', reason: 'the demonstration' })
    const body = demoOutsideBodies[store]
    if (body)
      await insertSetting(tx, {
        ...{ store, name: 'complaints', value: body, from: null, by: 'demo', reason: 'the demonstration' },
      })
    const holidays = demoHolidays[store]
    if (holidays)
      await insertSetting(tx, {
        ...{ store, name: 'holidays', value: holidays, from: null, by: 'demo', reason: 'the demonstration' },
      })
  }
}

/** A demo of an older release has what that took (migration 476). */
async function fillMethods(tx: Tx): Promise<void> {
  for (const store of (await readStores(tx)).keys()) {
    const said = new Set((await listSettings(tx, store)).map(({ name }) => name))
    for (const [name, value] of Object.entries(demoMethods[store] ?? {}))
      if (!said.has(name))
        await insertSetting(tx, {
          ...{ store, name: name as PayName, value, from: null, by: 'demo', reason: 'the demonstration' },
        })
  }
}

/** A demo of an older release has what that had (migration 500). */
async function fillDelivery(tx: Tx): Promise<void> {
  for (const store of (await readStores(tx)).keys()) {
    const said = new Set((await listSettings(tx, store)).map(({ name }) => name))
    for (const [name, value] of [
      ['zones', releasedZones[store]],
      ['couriers', demoCouriers[store]],
    ] as const)
      if (value && !said.has(name))
        await insertSetting(tx, { store, name, value, from: null, by: 'demo', reason: 'the demonstration' })
  }
}

async function fillShop(tx: Tx): Promise<void> {
  await addStores(tx, demoStores)
  await addCategories(tx, demoCategories)
  await addProducts(tx, [...barProducts, ...coinProducts, ...jewelleryProducts, ...malaysiaProducts])
  await addBanners(tx, demoBanners)
  await seedDelivery(tx)
  await seedMembers(tx)
  const clock = await tx.row<{ now: Date }>(sql`select now()`)
  if (clock) await backfillHistory(tx, clock.now.getTime())
}

/** Runs after whatever goods there are; products that a later part adds are numbered by that part. */
async function fillPieces(tx: Tx): Promise<void> {
  await addPieces(tx)
  await addStolenPiece(tx)
}

async function fillMoreGoods(tx: Tx): Promise<void> {
  const goods = [...giftProducts, ...moreJewelleryProducts, ...moreMalaysiaProducts]
  await addProducts(tx, goods)
  await addPieces(
    tx,
    goods.map(({ id }) => id),
  )
  await setGalleries(tx, galleries)
  await setCategoryPictures(tx, demoCategories)
  await setBannerPictures(tx, demoBanners)
}

/** Only for the stores that there are. */
async function fillWaitingWords(tx: Tx): Promise<void> {
  const stores = await readStores(tx)
  const known = <Row extends { store: string }>(rows: Row[]) => rows.filter(({ store }) => stores.has(store))
  await addWaitingWords(tx, { testimonials: known(waitingTestimonials), messages: known(waitingMessages) })
}
