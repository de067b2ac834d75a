/** Every page there is, from src/routes.ts itself: a new route is looked at without anybody having to remember it. */
import type pg from 'pg'
import { v7 as newId } from 'uuid'
import { demoApplicants } from '../../../src/identity/seed-members.ts'
import routes from '../../../src/routes.ts'
import { company, wish } from '../../support/company.ts'
import { fillVault, pin, setPin } from './gold.ts'
import type { Member, Page } from './shop-test.ts'
import { bar, callAs, skuOf, unpaidOrder } from './steps.ts'

type Entry = { path?: string | undefined; index?: boolean | undefined; file: string; children?: Entry[] | undefined }
export type Place = { route: string; path: string; name: string; member: boolean; staff: boolean }

/** Path patterns of all pages, with the file that shows them and the layouts around. */
export const pages: { route: string; file: string; layouts: string[] }[] = pagesOf(routes as Entry[], [])

function pagesOf(entries: Entry[], layouts: string[]): typeof pages {
  return entries.flatMap(({ path, index, file, children }) => {
    if (children) return pagesOf(children, [...layouts, file])
    return path !== undefined || index ? [{ route: path ?? '', file, layouts }] : []
  })
}

/** Behind the staff's own sign-in. */
const isForStaff = (route: string) => /^admin($|\/(?!login|invitation))/.test(route)
const isForMembers = (route: string) => /^(user($|\/)|mallOrder\/|pay)/.test(route)

export const address = {
  label: 'Home',
  recipient: 'Ratna Wulandari',
  mobile: '0812 1000 4471',
  province_code: '31',
  regency_code: '31.71',
  district_code: '31.71.06',
  street: 'Jl. Teuku Umar No. 12',
  postal_code: '10310',
}

/** What a member has who is in the middle of buying. */
export async function beginBuying(page: Page, db: pg.Pool, member: Member) {
  const sku = await skuOf(db)
  await callAs(page, member, '/product/add_cart', { sku_id: sku, quantity: 2 })
  await callAs(page, member, '/address/saveAddress', address)
  const { deposit_id: deposit } = await callAs<{ deposit_id: string }>(page, member, '/trade/deposit', {
    amount: '100000',
  })
  const trade = await askDesk(page, member)
  const purchase = await beginPurchase(page, db, member)
  const goldBack = await consignPiece(db, member)
  const agent = await applyAsAgent(db, member)
  const prepared = await preparedFor(db, member, agent)
  const activity = await holdEvent(db, member)
  const complaint = await complainOf(page, member)
  const draft = await draftedFor(db, member, sku)
  const begun = { sku, deposit, trade, purchase, goldBack, agent, prepared, draft, activity, complaint }
  return { ...begun, ...(await unpaidOrder(page, db, member)) }
}

/** A complaint that is open. */
async function complainOf(page: Page, member: Member): Promise<string> {
  const wish = { about: 'service', text: 'Nobody answered the telephone for a week.', wish: 'A call back, please' }
  const made = await callAs<{ complaints: { complaint_id: string }[] }>(page, member, '/user/makeComplaint', wish)
  return made.complaints[0]?.complaint_id ?? ''
}

/** An application that waits. */
async function applyAsAgent(db: pg.Pool, { id: memberId }: Member): Promise<string> {
  const id = newId()
  await db.query(
    `with made as (
       insert into agents.agents (id, number, member_id, store, words, terms_version, signature_sealed)
       values ($1, 'A' || nextval('agents.agent_numbers'), $2, 'id', 'At the market of Solo', '2026-11', '\\x00') returning id)
     insert into agents.moves (agent_id, to_state, actor, reason) select id, 'applied', 'member:' || $2, '' from made`,
    [id, memberId],
  )
  return id
}

/** What staff put together for the member. */
async function draftedFor(db: pg.Pool, { id: memberId }: Member, sku: number): Promise<string> {
  const id = newId()
  await db.query(
    `insert into orders.drafts (id, number, store, member_id, lines, note, made_by, ends_at)
     values ($1, 'D' || nextval('orders.draft_numbers'), 'id', $2, $3, 'As we said on the phone', 'system', now() + interval '3 days')`,
    [id, memberId, JSON.stringify([{ sku_id: sku, quantity: 2 }])],
  )
  return id
}

/** A purchase that somebody prepared for the member. */
async function preparedFor(db: pg.Pool, { id: memberId }: Member, agent: string): Promise<string> {
  const id = newId()
  await db.query(
    `set session_replication_role = replica;
     insert into agents.preparations (id, number, agent_id, member_id, store, currency, kind, amount_minor, words, ends_at)
       values ('${id}', 'P' || nextval('agents.preparation_numbers'), '${agent}', '${memberId}', 'id', 'IDR', 'grams', 1000000, 'As we said', now() + interval '7 days');
     reset session_replication_role`,
  )
  return id
}

/** An event that people sign up for. */
async function holdEvent(db: pg.Pool, { id: memberId }: Member): Promise<{ id: string; code: string }> {
  const id = newId()
  const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
  const code = [...id.replaceAll('-', '').slice(-8)].map((digit) => letters[Number.parseInt(digit, 16)]).join('')
  const texts = { 'en-US': { title: 'Coffee and gold', description: 'Learn together how the price of gold is read.' } }
  await db.query(
    `insert into activities.activities (id, member_id, store, kind, language, texts, time_zone, starts_at, ends_at, place, capacity)
     values ($1, $2, 'id', 'event_in_place', 'en-US', $3, 'Asia/Jakarta', now() + interval '9 days', now() + interval '10 days', 'Jl. Cikini Raya 48', 30)`,
    [id, memberId, JSON.stringify(texts)],
  )
  for (const state of ['submitted', 'approved', 'live'])
    await db.query('update activities.activities set state = $2, code = $3 where id = $1', [
      id,
      state,
      state === 'submitted' ? null : code,
    ])
  await db.query(
    `insert into activities.moves (activity_id, from_state, to_state, revision, actor, reason) values ($1, 'approved', 'live', 1, 'system', 'its time has come')`,
    [id],
  )
  return { id, code }
}

/** A piece that is to be brought to the house. */
async function consignPiece(db: pg.Pool, { id: memberId }: Member): Promise<string> {
  const [quote, id] = [newId(), newId()]
  await db.query(
    `insert into goldback.quotes (id, kind, holder_id, member_id, tick_id, ask_minor, bid_minor, figures, expires_at, used_at)
     select $1, 'sell_pieces', h.id, $2, t.id, 2300000, 2200000, '{}', now(), now()
     from vault.holders h, (select max(id) as id from pricing.ticks) as t where h.member_id = $2`,
    [quote, memberId],
  )
  await db.query(
    `insert into goldback.cases (id, number, quote_id, member_id, store, currency, pickup_point_id, tick_id, quoted_minor, fine_e4,
       estimate_minor, fixed_until, signature_sealed, come_until)
     select $1, 'GB' || nextval('goldback.case_numbers'), id, member_id, 'id', 'IDR', 1, tick_id, bid_minor, 9999, 2199780,
       now() + interval '5 days', '\\x00', now() + interval '30 days' from goldback.quotes where id = $2`,
    [id, quote],
  )
  await db.query(
    `insert into goldback.pieces (case_id, position, member_id, serial, sku_id, order_id, name, gross_e4, fine_e4, fineness)
     select $1, 0, $2, 'KM' || upper(right($3, 8)), p.sku_id, $1, '{"en-US": "Karat bar", "id": "Batangan Karat"}', 10000, 9999, 9999
     from catalogue.pieces p limit 1`,
    [id, memberId, id],
  )
  await db.query(
    `insert into goldback.moves (case_id, from_state, to_state, actor, reason) values ($1, 'quoted', 'booked', $2, 'consigned')`,
    [id, `member:${memberId}`],
  )
  return id
}

/** A large trade that waits for the desk. */
async function askDesk(page: Page, member: Member): Promise<string> {
  await callAs(page, member, '/trade/business_company', company)
  return (await callAs<{ request_id: string }>(page, member, '/trade/business_request', wish)).request_id
}

/** Grams that wait for a transfer. */
async function beginPurchase(page: Page, db: pg.Pool, member: Member): Promise<string> {
  await setPin(page, db, member)
  await fillVault(db)
  const wish = { by: 'amount', value: '100000', paid_from: 'outside' }
  const quote = await callAs<{ quote_id: string; agreement_version: string | null }>(
    page,
    member,
    '/trade/purchase_quote',
    wish,
  )
  const { quote_id, agreement_version } = quote
  const confirmed = { quote_id, pin, method: 'va', bank: 'bca', ...(agreement_version && { agreement_version }) }
  return (await callAs<{ purchase_id: string }>(page, member, '/trade/purchase_outside', confirmed)).purchase_id
}

type Bought = Awaited<ReturnType<typeof beginBuying>>

/** Somebody of the demonstration whose documents wait. */
const waiting = demoApplicants[0]?.id

/** How to open a page whose path alone does not show it; every other page is opened by its path. */
const ways: Record<string, (bought: Bought) => string[]> = {
  agreement: () => ['', '?version=2024-06'],
  'home/commonProblem': () => ['#how-guarantee-works', '?q=zzzz'],
  'home/newsDetail': () => ['?id=1'],
  'home/viewTestimonials': () => ['', '?rating=1'],
  'product/product': () => ['?category=bars', '?q=zzzz'],
  'product/productDetail': () => [`?id=${bar.product}`, '?id=1042'],
  'product/compare': () => ['', '?skus=100106,102103,100201,104101'],
  'product/components/GoodsDetailInfo': () => [`?id=${bar.product}`],
  'product/components/GoodsDetailSwiper': () => [`?id=${bar.product}`],
  'mallOrder/create': () => ['?cart=1'],
  'mallOrder/payment': ({ id }) => [`?order_id=${id}`],
  payOrder: ({ id }) => [`?order_id=${id}`],
  payProduct: ({ sku }) => [`?sku_id=${sku}&quantity=1`],
  'user/order/list': ({ id }) => ['', `?order_id=${id}`],
  'user/order/components/OrderItem': ({ id }) => ['', `?order_id=${id}`],
  'user/trade/purchase/payment': ({ purchase }) => [`?purchase_id=${purchase}`],
  'user/goldBackHistroy/case': ({ goldBack }) => [`?case_id=${goldBack}`],
  'user/activity/edit': ({ activity }) => [`?activity_id=${activity.id}`],
  'user/activity/attend': ({ activity }) => [`?activity_id=${activity.id}`],
  activity: ({ activity }) => [`?code=${activity.code}`],
  'admin/complaints/complaint': ({ complaint }) => [`?id=${complaint}`],
  'admin/activities/activity': ({ activity }) => [`?id=${activity.id}`],
  'user/trade/business/request': ({ trade }) => [`?id=${trade}`],
  'user/agents/prepared': ({ prepared }) => [`?id=${prepared}`],
  'user/order/draft': ({ draft }) => [`?id=${draft}`],
  'admin/agents/agent': ({ agent }) => [`?id=${agent}`],
  'admin/business/request': ({ trade }) => [`?id=${trade}`],
  'user/trade/deposit/payment': ({ deposit }) => [`?deposit_id=${deposit}`],
  'admin/catalogue/product': () => [`?id=${bar.product}`, '?id=1042'],
  'admin/stock': () => ['', '?state=reported_stolen'],
  'admin/catalogue/import': () => ['', '?kind=counts'],
  'admin/books/ledger/accounts': () => ['?store=id&kind=gold'],
  'admin/books/ledger/account': () => ['?account=1'],
  'admin/order': ({ id }) => [`?id=${id}`],
  'admin/content': () => ['', '?kind=agreement', '?kind=page'],
  'admin/content/page': () => ['?store=id&slug=about', '?store=id&slug=contact', '?store=id&slug=privacy'],
  'admin/content/entry': () => ['?kind=news&id=1'],
  unsubscribe: () => ['', '?link=abc'],
  'user/kyc/components/uploadFile': () => ['', '?kind=signature'],
  'admin/kyc/review': () => ['', `?id=${waiting}&review=documents`, `?id=${waiting}&review=real_name`],
  '*': () => ['no-such-page'],
}

export function placesFor(bought: Bought): Place[] {
  return pages.flatMap(({ route }) =>
    (ways[route]?.(bought) ?? ['']).map((query) => {
      const path = `/${route === '*' ? '' : route}${query}`
      return { route, path, name: path, member: isForMembers(route), staff: isForStaff(route) }
    }),
  )
}
