/** Somebody else's id answers exactly like a missing one, on every call that takes an id; generated, so a new call is covered by itself (G19). */

import { v7 as newId } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import type { PreparedListView } from '../src/agents/preparations/preparation-contract.ts'
import type { OwnComplaintsView } from '../src/complaints/contract.ts'
import { sql } from '../src/db/database.ts'
import type { GoldBackCaseView } from '../src/goldback/contract.ts'
import { evening, live, times } from './support/activities.ts'
import { apply, clientOf, decide, older, settled } from './support/agents.ts'
import { type Call, LISTED, listCalls, type OwnedField, ownedFields } from './support/api-document.ts'
import { open, quotedBy, requested } from './support/business.ts'
import { openDeposit, takesCharges } from './support/deposits.ts'
import { draftFor } from './support/drafts.ts'
import { openPurchase, outsideQuote } from './support/gold-purchases.ts'
import { consigned, quoted as goldQuoted, handedOver, signature } from './support/goldback.ts'
import { documentOf, payoutOf } from './support/kyc.ts'
import { placed } from './support/limits.ts'
import { signedIn, type TestMember } from './support/members.ts'
import { moveThrough, paidOrder, quoted, untilProcessed } from './support/money-back.ts'
import { asOwner } from './support/owner.ts'
import { uploaded } from './support/pictures.ts'
import { freshTick } from './support/prices.ts'
import { ask, guaranteed, notify, payable, pickupPoint, someSku } from './support/purchase.ts'
import { openShop } from './support/shop.ts'
import { staffSignedIn } from './support/staff.ts'
import { fillVault, giveGold, givePin, openVault, PIN, quote, trade } from './support/vault.ts'

const shop = openShop()
let owner: TestMember
let stranger: TestMember
/** One thing of each kind that the owner has. */
let owned: Record<string, string>
let plausible: Record<string, unknown>
/** What calls of activities take; the activity is the stranger's own. */
let ofActivity: Record<string, unknown>
/** A quote of the stranger's own for a piece of theirs. */
let strangersGold: string
const GRAM = 10_000n
/** A quote of the stranger's own, and their PIN: what is foreign is the account that its money is to go to. */
let ofQuote: Record<string, unknown>

beforeAll(async () => {
  await freshTick(shop)
  takesCharges(shop)
  owner = await signedIn(shop)
  stranger = await signedIn(shop, 'Bagus Pratama')
  await openVault(shop)
  for (const member of [owner, stranger]) await givePin(shop, member)
  const { deposit_id: deposit } = await openDeposit(shop, owner, 100_000n)
  await fillVault(shop, 1_000_000n)
  const { purchase_id: purchase } = await openPurchase(shop, owner, '100000')
  const skuId = await someSku(shop)
  const region = async (parent: string | null) =>
    (
      await shop.karat.db.row<{ code: string }>(
        sql`select code from delivery.regions where country = 'ID' and parent_code is not distinct from ${parent} order by code limit 1`,
      )
    )?.code ?? ''
  const province = await region(null)
  const regency = await region(province)
  const place = { province_code: province, regency_code: regency, district_code: await region(regency) }
  const address = {
    label: 'Rumah',
    recipient: 'Ratna',
    mobile: '081234567890',
    street: 'Jl. Cikini Raya 48',
    postal_code: '10330',
    ...place,
  }
  const { order, payment } = await payable(shop, owner, skuId)
  const cancellable = await paidOrder(shop, owner, skuId)
  const returnable = await paidOrder(shop, owner, skuId)
  await moveThrough(shop, returnable.order.order_id, 'preparing', 'shipped', 'completed')
  const request = { order_id: returnable.order.order_id, reason: 'damaged' }
  const late = await payable(shop, owner, skuId)
  await notify(shop, { reference: late.payment.payment_id, amount: '1' })
  await untilProcessed(shop)
  const session = await shop.karat.db.row<{ id: string }>(
    sql`select id from identity.sessions where member_id = ${owner.id}`,
  )
  const grams = { by: 'weight', value: '1' }
  const destination = await payoutOf(shop, owner)
  const transfer = await transferOf(owner.id)
  const content = await staffSignedIn(shop, 'content')
  const agency = await agencyOf(owner)
  const { activity_id: ownersActivity } = await live(shop, owner, content)
  const { activity_id: strangersActivity } = await live(shop, stranger, content)
  owned = {
    address: (await ask<{ id: string }>(shop, owner, '/address/saveAddress', address)).id,
    image: await uploaded(shop, owner, 'testimonial'),
    guarantee: (await guaranteed(shop, owner, skuId)).guarantee_id,
    order: order.order_id,
    payment: payment.payment_id,
    session: session?.id ?? '',
    passkey: await passkeyOf(owner.id),
    payout_destination: destination,
    withdrawal: await withdrawalOf(owner.id, destination),
    kyc_document: await documentOf(shop, owner, 'selfie'),
    cancel_quote: (await quoted(shop, owner, cancellable.order.order_id)).quote_id,
    review_quote: (
      await ask<{ quote_id: string }>(shop, owner, '/order/review_quote', { order_id: late.order.order_id })
    ).quote_id,
    deposit,
    receipt: transfer,
    purchase_quote: (await ask<{ quote_id: string }>(shop, owner, '/trade/purchase_quote', grams)).quote_id,
    purchase,
    outside_quote: (await outsideQuote(shop, owner, 'amount', '100000')).quote_id,
    cashing_in_quote: (await ask<{ quote_id: string }>(shop, owner, '/trade/cashingIn_quote', grams)).quote_id,
    transfer,
    ...agency,
    ...(await largeTradeOf(owner)),
    trade: await wrongTradeOf(owner.id),
    draft: await draftFor(shop, owner.id, skuId),
    data_request: await dataRequestOf(owner.id),
    complaint: await complaintOf(owner),
    price_alert: await alertOf(owner),
    limit_order: await limitOf(owner),
    activity: ownersActivity,
    savings_plan: await planOf(owner.id),
    ...(await goldBackOf(owner)),
    refund_request: (await ask<{ request_id: string }>(shop, owner, '/product/order_refund', request)).request_id,
  }
  ofActivity = {
    ...evening,
    ...times(shop),
    ...{ revision: 1, capacity: 20, reason: 'damaged', ticket: 'ABCDEFGH', activity_id: strangersActivity },
  }
  plausible = {
    ...address,
    amount: '100000',
    pin: PIN,
    method: 'card',
    reason: 'damaged',
    choice: 'refund',
    way: 'undo',
    order_id: order.order_id,
    rating: 5,
    ...{ about: 'service', wish: '' },
    text: 'The serial number is that of the invoice.',
    delivery: { mode: 'pickup', pickup_point_id: await pickupPoint(shop) },
    sku_id: skuId,
    quantity: 1,
    draft_id: await draftFor(shop, stranger.id, skuId),
    password: 'kopi-tubruk-pagi-hari',
    request_id: (await requested(shop, stranger)).request_id,
    quote_id: newId(),
    melting_id: newId(),
    ...{ accept: true, signature: await signature(), pickup_point_id: await pickupPoint(shop) },
    ...{ kind: 'change', move: '5', repeats: false, by_mail: false, paper: 'consignment' },
    ...{ of: 'paper', case_id: newId(), image_id: newId() },
    ...{ rhythm: 'daily', due_on: '2030-01-01', by: 'weight', value: '1', words: '' },
  }
  strangersGold = (await goldQuoted(shop, stranger, await handedOver(shop, stranger, 1, GRAM))).quote_id
  await giveGold(shop, stranger, 10_000n)
  ofQuote = {
    quote_id: (await ask<{ quote_id: string }>(shop, stranger, '/trade/cashingIn_quote', grams)).quote_id,
    pin: PIN,
  }
})

/** A case in which the owner sells a piece back, and a price that they were shown for another. */
async function goldBackOf(
  member: TestMember,
): Promise<Record<'goldback_case' | 'goldback_quote' | 'goldback_picture', string>> {
  await shop.karat.db.run(sql`update kyc.levels set level = 3 where member_id = ${member.id}`)
  const [first = '', second = ''] = await handedOver(shop, member, 2, GRAM)
  const { case_id } = await consigned(shop, member, [first])
  const image_id = await uploaded(shop, member, 'gold_back')
  const added = { case_id, of: 'paper', image_id }
  const { pictures } = await ask<GoldBackCaseView>(shop, member, '/trade/goldBack_addPicture', added)
  const goldback_picture = pictures[0]?.picture_id ?? ''
  return {
    goldback_case: case_id,
    goldback_picture,
    goldback_quote: (await goldQuoted(shop, member, [second])).quote_id,
  }
}

async function planOf(memberId: string): Promise<string> {
  const id = newId()
  await shop.karat.db.run(sql`
    insert into vault.plans (id, member_id, store, currency, amount_minor, rhythm, due_on, next_at)
    values (${id}, ${memberId}, 'id', 'IDR', 100000, 'daily', current_date + 9, now() + interval '9 days')`)
  return id
}

async function alertOf(member: TestMember): Promise<string> {
  const wish = { kind: 'change', move: '3', repeats: false, by_mail: false }
  const { alerts } = await ask<{ alerts: { alert_id: string }[] }>(shop, member, '/trade/add_alert', wish)
  return alerts[0]?.alert_id ?? ''
}

async function limitOf(member: TestMember): Promise<string> {
  await giveGold(shop, member, 10_000n)
  return (await placed(shop, member, { side: 'sell', value: '0.5' })).limit_id
}

async function largeTradeOf(member: TestMember) {
  const { request_id: business_request } = await requested(shop, member)
  await quotedBy(shop, await staffSignedIn(shop, 'desk'), business_request)
  return { business_request, business_quote: (await open(shop, member, business_request)).data.price?.quote_id ?? '' }
}

async function agencyOf(member: TestMember) {
  await shop.karat.db.run(
    sql`insert into kyc.levels (member_id, level) values (${member.id}, 3) on conflict (member_id) do update set level = 3`,
  )
  const agent = (await apply(shop, member)).data.agent?.agent_id ?? ''
  const desk = await staffSignedIn(shop, 'desk')
  await decide(shop, desk, 'approve', agent)
  const client = await clientOf(shop, member, { cash: 100_000_000n })
  await trade(shop, client, 'purchase', await quote(shop, client, 'purchase', 'amount', '1000000'))
  await older(shop, agent, 70, [client.id])
  await settled(shop, agent)
  const slip = await shop.karat.db.row<{ id: string }>(sql`select id from agents.slips where agent_id = ${agent}`)
  const wish = { client_id: client.id, by: 'weight', value: '1', words: '' }
  const { rows } = await ask<PreparedListView>(shop, member, '/agents/prepare', wish)
  // The stranger prepares too, for a client of their own, and is refused the owner’s.
  await apply(shop, stranger).then(({ data }) => decide(shop, desk, 'approve', data.agent?.agent_id ?? ''))
  return {
    ...{ agent, agent_slip: slip?.id ?? '', agent_client: client.id },
    preparation: rows[0]?.preparation_id ?? '',
  }
}

async function passkeyOf(memberId: string): Promise<string> {
  const id = newId()
  await shop.karat.db.run(sql`insert into identity.passkeys (id, member_id, credential_id, public_key, counter, transports, synced, name)
    values (${id}, ${memberId}, ${id}, '', 0, '{}', false, 'My phone')`)
  return id
}

async function transferOf(memberId: string): Promise<string> {
  const id = newId()
  const recipient = await signedIn(shop)
  await shop.karat.db.run(sql`
    insert into vault.transfers (id, number, member_id, recipient_id, store, weight_e4, shown_to, card, state, ended_at)
    values (${id}, 'T1', ${memberId}, ${recipient.id}, 'id', 1, 'Ra•••', 'none', 'accepted', now())`)
  return id
}

/** A trade at a wrong price that waits for its member. */
async function wrongTradeOf(memberId: string): Promise<string> {
  const id = newId()
  await asOwner(shop.connectionString, [
    'set session_replication_role = replica',
    `insert into vault.trades (id, number, quote_id, holder_id, member_id, store, side, currency, tick_id, price_minor, weight_e4, amount_minor,
       value_minor, spread_minor, rounding_minor)
     values ('${id}', 'V1', '${newId()}', '${newId()}', '${memberId}', 'id', 'buy', 'IDR', 1, 5, 10000, 5, 5, 0, 0)`,
    `insert into vault.price_choices (trade_id, member_id, store, hold_id, price_minor, amount_minor, value_minor, spread_minor,
       rounding_minor, choose_until)
     values ('${id}', '${memberId}', 'id', '${newId()}', 7, 7, 7, 0, 0, now() + interval '1 day')`,
  ])
  return id
}

async function withdrawalOf(memberId: string, destination: string): Promise<string> {
  const id = newId()
  await shop.karat.db.run(sql`
    insert into vault.payouts (id, number, holder_id, member_id, store, currency, amount_minor, destination_id, provider, hold_id)
    select ${id}, 'W1', h.id, ${memberId}, 'id', 'IDR', 50000, ${destination}, 'sandbox', ${newId()}::uuid from vault.holders h
    where h.member_id = ${memberId} and h.store = 'id'`)
  return id
}

async function complaintOf(member: TestMember): Promise<string> {
  const wish = { about: 'service', text: 'Nobody answered the telephone.', wish: '' }
  const { complaints } = await ask<OwnComplaintsView>(shop, member, '/user/makeComplaint', wish)
  return complaints[0]?.complaint_id ?? ''
}

async function dataRequestOf(memberId: string): Promise<string> {
  const id = newId()
  await shop.karat.db.run(sql`insert into rights.requests (id, member_id, store, kind, due_at)
    values (${id}, ${memberId}, 'id', 'restriction', now() + interval '72 hours')`)
  return id
}

/** An input that is good but for the id: the fields that the call asks for, and the owned id where it stands. */
function inputWith(call: Call, { path }: OwnedField, id: string): Record<string, unknown> {
  const [first = '', second] = path
  const fields = Object.keys(call.input.properties ?? {})
  const wanted = new Set(call.input.required ?? [])
  // What may be left out is given where the call cannot do without it beside this id.
  if (first === 'guarantee_id' && fields.includes('delivery')) wanted.add('delivery')
  if (first === 'client_id') wanted.add('value')
  if (wanted.has('province_code')) for (const name of ['regency_code', 'district_code']) wanted.add(name)
  if (first === 'delivery') for (const name of ['sku_id', 'quantity']) if (fields.includes(name)) wanted.add(name)
  if (call.path.startsWith('/activity/'))
    return {
      ...Object.fromEntries([...wanted].map((name) => [name, ofActivity[name]])),
      ...placeOf(fields),
      [first]: id,
    }
  const input = Object.fromEntries([...wanted].map((name) => [name, plausible[name]]))
  if (first === 'destination_id' && wanted.has('signature')) return { ...input, quote_id: strangersGold, [first]: id }
  if (first === 'destination_id' && wanted.has('to')) return { ...input, to: 'account', [first]: id }
  if (first === 'destination_id' && wanted.has('quote_id')) return { ...ofQuote, [first]: id }
  if (first === 'pieces') return { pieces: [{ form: 'jewellery', weight: '5', fineness: 7500, image_ids: [id] }] }
  if (first === 'image_ids' && wanted.has('serial')) return { serial: 'KM0000000', image_ids: [id] }
  if (second === LISTED) return { ...input, [first]: [id] }
  return { ...input, [first]: second ? { mode: 'courier', [second]: id } : id }
}

/** The words of an activity may be left out, where there are others. */
const placeOf = (fields: string[]) =>
  fields.includes('place')
    ? Object.fromEntries(
        ['title_id', 'description_id', 'place', ...(fields.includes('capacity') ? ['capacity'] : [])].map((name) => [
          name,
          ofActivity[name],
        ]),
      )
    : {}

async function send(call: Call, input: Record<string, unknown>, who: TestMember) {
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]))
  const answer = await shop.app.inject({
    method: call.method,
    url: `/api/storeid${call.path}${call.method === 'GET' ? `?${query}` : ''}`,
    headers: who.headers,
    ...(call.method === 'POST' ? { payload: input } : {}),
  })
  const { data, ...rest } = answer.json()
  return { http: answer.statusCode, ...rest, data: { ...data, request_id: undefined } }
}

const countRows = async () =>
  await shop.karat.db.row(sql`select (select count(*) from orders.orders) as orders, (select count(*) from payments.payments) as payments,
    (select count(*) from delivery.addresses where removed_at is null) as addresses, (select count(*) from orders.moves) as moves,
    (select count(*) from files.images) as images, (select count(*) from identity.passkeys) as passkeys, (select count(*) from files.images where used_at is not null) as images_used,
    (select count(*) from community.testimonials) as testimonials, (select sum(revision) from complaints.complaints) as complaints,
    (select count(*) from kyc.documents where destroyed_at is null) as documents, (select count(*) from kyc.views) as views,
    (select count(*) from payouts.destinations where removed_at is null) as payouts,
    (select count(*) from rights.requests where state = 'waiting') as data_requests,
    (select count(*) from orders.guarantees where used_at is not null) as used, (select count(*) from identity.sessions where ended_at is null) as sessions`)

test('on every call with an owned id a stranger gets the answer of a missing one, and nothing changes', async () => {
  await ask(shop, stranger, '/product/add_cart', { sku_id: plausible.sku_id, quantity: 1 })
  const cells = listCalls(shop.app).flatMap((call) => ownedFields(call.input).map((field) => ({ call, field })))
  expect(cells.length).toBeGreaterThan(10)
  for (const { call, field } of cells) {
    const id = owned[field.kind]
    const told = `${call.path} ${field.path.join('.')}`
    if (!id) throw new Error(`${told}: the matrix has nothing of the kind ${field.kind}`)
    const before = await countRows()
    const foreign = await send(call, inputWith(call, field, id), stranger)
    const missing = await send(call, inputWith(call, field, newId()), stranger)
    expect(foreign, told).toEqual(missing)
    expect(`${told} ${foreign.http} ${foreign.error}`).toBe(`${told} 404 not_found`)
    expect(await countRows(), told).toEqual(before)
  }
})

test('the owner reaches each of them, so the matrix tries ids that are good', async () => {
  const reads = listCalls(shop.app).filter((call) =>
    ['/product/order_detail', '/order/order_info', '/address/getAddressDetail', '/product/pay_order'].includes(
      call.path,
    ),
  )
  expect(reads).toHaveLength(4)
  for (const call of reads) {
    const [field] = ownedFields(call.input)
    if (!field) throw new Error(call.path)
    expect(`${call.path} ${(await send(call, inputWith(call, field, owned[field.kind] ?? ''), owner)).http}`).toBe(
      `${call.path} 200`,
    )
  }
})
