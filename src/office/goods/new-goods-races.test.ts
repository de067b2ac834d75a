/** Two at once at new goods: each race with a control that has the planted bug. */
import pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import {
  askCatalogue,
  barSku,
  bars,
  readProduct,
  reason,
  receive,
  serialFor,
  sku,
  wishFor,
} from '../../../tests/support/goods.ts'
import { meetingAt, overOrHeld } from '../../../tests/support/meeting.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { staffSignedIn } from '../../../tests/support/staff.ts'
import { auditLedger } from '../../audit/ledger-audit.ts'
import { sql } from '../../db/database.ts'

const shop = openShop()
/** What its planted bugs break is found nowhere else. */
const broken = openShop()
let made = 0
beforeEach(() => {
  shop.intercept.current = broken.intercept.current = undefined
})

/** A piece comes to a sku while somebody changes its weight, or its product's maker, and has not committed yet. */
async function receiveBeside(at: Shop, act: 'saveSku' | 'saveBasics') {
  const who = await staffSignedIn(at, 'desk')
  const id = 7500 + made++
  await askCatalogue(at, who, '/addProduct', wishFor(id, bars))
  const added = await askCatalogue(at, who, '/addSku', { product_id: id, revision: 1, ...barSku(`RACE-${id}`, '10') })
  const skuId = Number(added.data.sku_id)
  const { premium_bps: _, ...half } = barSku(`RACE-${id}`, '5')
  const wishes = {
    saveSku: { sku_id: skuId, revision: 2, ...half, reason },
    saveBasics: { product_id: id, revision: 2, ...bars, brand: 'Kirana Mint', series: null, reason },
  }
  const plant = at.intercept.current
  const [changed, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let held = false
  at.intercept.current = async (text) => {
    if (text.includes('insert into staff.actions') && !held) {
      held = true
      changed.resolve()
      await go.promise
    }
    return plant ? plant(text) : text
  }
  const change = askCatalogue(at, who, `/${act}`, wishes[act])
  await changed.promise
  const arrival = receive(at, who, skuId, serialFor(id))
  await overOrHeld(at, arrival)
  go.resolve()
  const errors = [(await change).error, (await arrival).error]
  at.intercept.current = undefined
  const broken = await auditLedger(at.karat.db)
  return { errors, broken: broken.map(({ rule }) => rule).filter((rule) => /piece|stock is/.test(rule)) }
}

test.each(['saveSku', 'saveBasics'] as const)('a piece that comes beside %s is what its sku says', async (act) => {
  expect(await receiveBeside(shop, act)).toEqual({ errors: [null, null], broken: [] })
})

test.each(['saveSku', 'saveBasics'] as const)(
  'control: received without locks, beside %s, it is another',
  async (act) => {
    let planted = 0
    broken.intercept.current = async (text) => {
      if (!/order by id for (share|no key update)/.test(text)) return text
      planted++
      return text.replace(/order by id for (share|no key update)/, 'order by id')
    }
    const { errors, broken: rules } = await receiveBeside(broken, act)
    expect({ errors, planted }).toEqual({ errors: [null, null], planted: 2 })
    expect(rules).toContain('a piece is of the weight, fineness and maker of its sku')
    await broken.karat.db.run(sql`
    update catalogue.pieces n set gross_weight_e4 = s.gross_weight_e4, fine_weight_e4 = s.fine_weight_e4, brand = p.brand
    from catalogue.skus s join catalogue.products p on p.id = s.product_id where s.id = n.sku_id and p.id >= 7500`)
  },
)

/** Two people add a product of the same number, and then a sku of the same code, at once. */
async function twoAlike(at: Shop) {
  const who = await staffSignedIn(at, 'desk')
  const answers = await Promise.all([1, 2].map(() => askCatalogue(at, who, '/addProduct', wishFor(7001))))
  await askCatalogue(at, who, '/addProduct', wishFor(7002))
  const skus = await Promise.all(
    [7001, 7002].map((id) => askCatalogue(at, who, '/addSku', { product_id: id, revision: 1, ...sku('ALIKE-1') })),
  )
  const told = (all: typeof answers) => all.map((answer) => JSON.stringify(answer.data.fields ?? 'added')).sort()
  const codes = await at.karat.db.rows(sql`select id from catalogue.skus where code = 'ALIKE-1'`)
  return { products: told(answers), skus: told(skus), codes: codes.length }
}

test('of two with one number, and two with one code, one is told which field is taken', async () => {
  shop.intercept.current = meetingThen('insert into catalogue.products')
  expect(await twoAlike(shop)).toEqual({
    products: ['"added"', '{"number":"is taken"}'],
    skus: ['"added"', '{"code":"is taken"}'],
    codes: 1,
  })
})

test('control: without the database’s word two skus have one code', async () => {
  const client = new pg.Client({ connectionString: broken.connectionString })
  await client.connect()
  await client.query('alter table catalogue.skus drop constraint skus_code_key')
  await client.end()
  expect((await twoAlike(broken)).codes).toBe(2)
})

const meetingThen = (part: string) => {
  const meet = meetingAt(part, 2)
  return async (text: string) => {
    await meet(text)
    return text
  }
}
/** Somebody removes the last picture while somebody else publishes. */
async function publishBeside(at: Shop) {
  const who = await staffSignedIn(at, 'desk')
  const { revision } = await readProduct(at, who, 1003)
  await askCatalogue(at, who, '/hide', { product_id: 1003, revision })
  const plant = at.intercept.current
  const meet = meetingAt('revision = revision + 1', 2)
  at.intercept.current = async (text) => {
    await meet(text)
    return plant ? plant(text) : text
  }
  const wish = { product_id: 1003, revision: revision + 1 }
  const answers = await Promise.all([
    askCatalogue(at, who, '/publish', wish),
    askCatalogue(at, who, '/savePictures', { ...wish, pictures: [] }),
  ])
  at.intercept.current = undefined
  const after = await readProduct(at, who, 1003)
  return {
    done: answers.filter(({ error }) => error === null).length,
    bare: after.shown && after.pictures.length === 0,
  }
}

test('no product is shown without a picture, whoever removes it meanwhile', async () => {
  expect(await publishBeside(shop)).toEqual({ done: 1, bare: false })
})

test('control: a change that does not ask for the revision leaves a product bare', async () => {
  let [planted, begun] = [false, false]
  const published = Promise.withResolvers<void>()
  broken.intercept.current = async (text) => {
    if (text.includes('skusShown')) begun = true
    if (begun && text.includes('insert into staff.actions')) published.resolve()
    if (!text.includes('as draft') || !text.includes('revision = revision + 1')) return text
    planted = true
    await published.promise
    return text
      .replace(/and revision = \$\d+/, (asked) => `and ${asked.slice(15)}::int > 0`)
      .replace('published_at is not null as published', 'false as published')
  }
  const { bare, done } = await publishBeside(broken)
  expect({ done, planted }).toEqual({ done: 2, planted: true })
  expect(bare).toBe(true)
})
