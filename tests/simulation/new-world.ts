/** A new world of the simulation: three people of a store, and what stands around it. */
import type pg from 'pg'
import { someNik } from '../support/kyc.ts'
import { signedIn } from '../support/members.ts'
import { withBank } from '../support/payouts.ts'
import { freshTick } from '../support/prices.ts'
import { someSku } from '../support/purchase.ts'
import type { Shop } from '../support/shop.ts'
import { staffSignedIn } from '../support/staff.ts'
import { givePin } from '../support/vault.ts'
import { Acquirer } from './acquirer.ts'
import { Payer } from './payer.ts'
import { equip, type Person, type StoreCode, type World } from './world.ts'

/** The smallest bar that a store sells. */
const SMALL = { id: 5_000n, my: 10_000n }

/** What all worlds of a shop share: two of the house, and what is sold. */
export type House = Pick<World, 'staff'> & Record<StoreCode, Pick<World, 'sku' | 'smallBar'>>
export async function openHouse(shop: Shop): Promise<House> {
  const desk = await staffSignedIn(shop, 'desk', 'owner')
  const staff: World['staff'] = [desk, await staffSignedIn(shop, 'desk', 'owner')]
  return { staff, id: await goodsOf(shop, 'id'), my: await goodsOf(shop, 'my') }
}
const goodsOf = async (shop: Shop, store: StoreCode) => ({
  sku: await someSku(shop, undefined, store),
  smallBar: { sku: await someSku(shop, SMALL[store], store), weight: SMALL[store] },
})

/** Three new people of a store with a PIN and nothing else, and an acquirer. */
export async function newWorld(shop: Shop, owner: pg.Client, house: House, store: StoreCode): Promise<World> {
  shop.clock.ms = Date.now()
  await freshTick(shop)
  const acquirer = new Acquirer()
  const payer = new Payer()
  equip({ shop, acquirer, payer })
  const people: Person[] = []
  for (const name of ['Ratna', 'Bayu', 'Citra']) {
    const member = await signedIn(shop, name, store)
    await givePin(shop, member)
    const nik = someNik()
    // The last digit of a number of the other kind says the sex.
    const number = store === 'my' ? `900817-14-${2 * Number(nik.slice(-4))}` : nik
    const destination = await withBank(shop, member, { number })
    const identity = `${store === 'my' ? 'nric' : 'nik'} ${number}`
    people.push({ member, name, destination, cash: 0n, gold: 0n, free: false, identity, stops: [] })
  }
  const world: World = {
    ...{ shop, owner, store, currency: store === 'my' ? 'MYR' : 'IDR', acquirer, payer, people },
    ...{ staff: house.staff, ...house[store] },
    ...{ quotes: [], trades: [], wrong: undefined, wrongs: [], payments: [], payouts: [], transfers: [], bars: [] },
    ...{ cases: [], alerts: [], owes: store === 'my' },
    ...{
      live: true,
      cutAt: 0,
      kills: false,
      replaced: undefined,
      sinceCut: Number.POSITIVE_INFINITY,
      reached: new Set(),
      statements: 0,
    },
  }
  acquirer.currency = world.currency
  acquirer.forbids = (charge) =>
    world.payments.some(({ payment, owner }) => payment && charge.endsWith(payment) && owner.stops.length > 0)
  payer.forbids = (number) => world.payouts.some((one) => one.number === number && one.owner.stops.length > 0)
  return world
}
