/** Members who sell gold back through the shop's own calls, and the desk that takes it in. */
import { sql } from '../../src/db/database.ts'
import type { GoldBackCaseView, GoldBackQuoteView, OwnForSaleView } from '../../src/goldback/contract.ts'
import type { DecideInput, OfficeCaseView } from '../../src/goldback/office-contract.ts'
import type { TestMember } from './members.ts'
import { moveThrough, paidOrder } from './money-back.ts'
import { settlePapers } from './papers.ts'
import { formOf, picture, uploaded } from './pictures.ts'
import { ask, call, pickupPoint, someSku } from './purchase.ts'
import type { Shop } from './shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from './staff.ts'
import { PIN } from './vault.ts'

/** So many bars of an order that was handed over and can no longer be taken back; their numbers, as they are shown. */
export async function handedOver(shop: Shop, member: TestMember, quantity = 1, weight?: bigint): Promise<string[]> {
  const { order } = await paidOrder(shop, member, await someSku(shop, weight), quantity)
  await settlePapers(shop.karat)
  await moveThrough(shop, order.order_id, 'preparing', 'ready_for_pickup', 'completed')
  await settlePapers(shop.karat)
  await shop.karat.db.run(sql`
    update payments.payments set captured_at = now() - interval '60 days' where subject_id = ${order.order_id}`)
  const { pieces } = await forSale(shop, member)
  return pieces.flatMap(({ order_id, serial }) => (order_id === order.order_id ? [serial] : []))
}

export const forSale = (shop: Shop, member: TestMember) => ask<OwnForSaleView>(shop, member, '/trade/goldBack')

export const quoted = (shop: Shop, member: TestMember, serials: string[]) =>
  ask<GoldBackQuoteView>(shop, member, '/trade/goldBack_quote', { serials })

type Described = {
  form?: string
  maker?: string | undefined
  serial?: string
  about?: string
  weight?: string
  fineness?: number
}
/** Asks for the price of gold that was not bought here: without more said a bar of 10 g, with a photograph of it. */
export async function quoteOther(shop: Shop, member: TestMember, ...described: Described[]) {
  const pieces = await Promise.all(
    described.map(async (one) => ({
      ...{ form: 'bar', maker: 'Antam', weight: '10', fineness: 9999 },
      ...{ ...one, image_ids: [await uploaded(shop, member, 'gold_back')] },
    })),
  )
  return call<GoldBackQuoteView>(shop, member, '/trade/goldBack_quoteOther', { pieces })
}

export const signature = async (): Promise<string> => (await picture('png')).toString('base64')

type Wish = {
  quote_id: string
  destination_id?: string
  address_id?: string
  pickup_point_id?: number
  paid_in?: 'grams'
  agreement_version?: string
  pin?: string
  key?: string
}
export const tryConsign = async (shop: Shop, member: TestMember, { key, ...wish }: Wish) =>
  call<GoldBackCaseView>(
    shop,
    member,
    '/trade/goldBack',
    {
      ...(wish.address_id ? {} : { pickup_point_id: await pickupPoint(shop) }),
      ...{ signature: await signature(), pin: PIN, ...wish },
    },
    key ? { 'idempotency-key': key } : {},
  )

/** A case of gold that was not bought here. */
export async function consignedOther(shop: Shop, member: TestMember, described: Described[], more: Partial<Wish> = {}) {
  const quote = await quoteOther(shop, member, ...described)
  if (quote.error) throw new Error(quote.error)
  const { error, data } = await tryConsign(shop, member, { quote_id: quote.data.quote_id, ...more })
  if (error) throw new Error(`${error} ${JSON.stringify(data)}`)
  return data
}

/** A case of a piece that somebody else bought, with a paper that shows whose it is. */
export async function consignedTitled(shop: Shop, member: TestMember, serial: string) {
  const asked = { serial, image_ids: [await uploaded(shop, member, 'gold_back')] }
  const { quote_id } = await ask<GoldBackQuoteView>(shop, member, '/trade/goldBack_quoteTitled', asked)
  const { error, data } = await tryConsign(shop, member, { quote_id })
  if (error) throw new Error(`${error} ${JSON.stringify(data)}`)
  return data
}

/** A case of these pieces, signed at the price of this moment. */
export async function consigned(
  shop: Shop,
  member: TestMember,
  serials: string[],
  destination?: string,
  more: Partial<Wish> = {},
) {
  const { quote_id } = await quoted(shop, member, serials)
  const wish = { quote_id, ...(destination && { destination_id: destination }), ...more }
  const { error, data } = await tryConsign(shop, member, wish)
  if (error) throw new Error(`${error} ${JSON.stringify(data)}`)
  return data
}

export const caseOf = (shop: Shop, member: TestMember, { case_id }: { case_id: string }) =>
  ask<GoldBackCaseView>(shop, member, `/trade/goldBack_case?case_id=${case_id}`)

/** What the desk does with a case; answers as askStaff. */
export const desk = (shop: Shop, staff: TestStaff, { case_id }: { case_id: string }) => {
  const post = (path: string, body: object) => askStaff(shop, staff, `/goldback/${path}`, { case_id, ...body })
  return {
    receive: (serials: string[]) => post('receive', { serials, document: 'identity_card', bag: '7718' }),
    /** Without more said no number is stamped on a piece. */
    inspect: (...found: { weighed: string; assayed: number; stamped?: string | null | undefined }[]) =>
      post('inspect', { found: found.map((one, position) => ({ position, method: 'xrf', stamped: null, ...one })) }),
    show: async () => {
      const { headers, payload } = formOf([
        { name: 'case_id', value: case_id },
        { name: 'file', bytes: await picture('png'), filename: 'scale.png', type: 'image/png' },
      ])
      const url = '/api/admin/goldback/addPicture'
      const answer = await shop.app.inject({ method: 'POST', url, headers: { ...staff.headers, ...headers }, payload })
      return answer.json() as { error: string | null; data: { picture_id: string } }
    },
    /** Whether the first piece may be melted. */
    askMelting: () => post('askMelting', { positions: [0], reason: 'X-ray and density disagree' }),
    decide: (decision: DecideInput['decision']) => post('decide', { decision, reason: 'a deep scratch' }),
    pay: () => post('pay', { reason: 'as agreed' }),
    /** Paid, and said so by a second person. */
    payByTwo: async () => {
      const { error, data } = await post('pay', { reason: 'as agreed' })
      if (error) return { error }
      const { approval_id } = data
      return askStaff(shop, await staffSignedIn(shop, 'desk'), '/approvals/approve', { approval_id })
    },
    giveBack: () => post('return', { document: 'identity_card' }),
    read: async () =>
      (await askStaff(shop, staff, `/goldback/case?case_id=${case_id}`)).data as unknown as OfficeCaseView,
  }
}

/** Received, and found to be as it was sold. */
export async function inspectedWhole(shop: Shop, staff: TestStaff, { case_id, pieces_in_it }: GoldBackCaseView) {
  const at = desk(shop, staff, { case_id })
  await at.receive(pieces_in_it.map(({ serial }) => serial))
  await at.inspect(...pieces_in_it.map(({ gross, fineness }) => ({ weighed: gross, assayed: fineness })))
  return at
}
