/** Orders that staff put together: priced as the member’s own, ordered by the member alone, once, or not at all. */
import { beforeEach, expect, test } from 'vitest'
import { newestMail } from '../../../tests/support/account.ts'
import { lateAt, meetingAt, metAt } from '../../../tests/support/meeting.ts'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { ask, call, differentSkus, someSku } from '../../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { sql } from '../../db/database.ts'
import { settings } from '../../settings.ts'
import type { GuaranteeView, OrderDetailView, SubmittedView } from '../contract.ts'
import { readExposure } from '../exposure/commitments.ts'
import type { DraftMadeView, DraftPreviewView, DraftsPageView, OwnDraftsView, OwnDraftView } from './draft-contract.ts'
import { expireDrafts } from './end-draft.ts'

const shop = openShop({ EXPOSURE_LIMITS: '1' })
const broken = openShop()
beforeEach(async () => {
  for (const each of [shop, broken]) {
    each.intercept.current = undefined
    await freshTick(each)
  }
})
const pickup = async (at = shop) =>
  (
    await at.karat.db.row<{ id: number }>(
      sql`select id from delivery.pickup_points where store = 'id' order by id limit 1`,
    )
  )?.id ?? 0
const goods = async (at = shop) => ({
  ...{ store: 'id', lines: [{ sku_id: await someSku(at), quantity: 2 }], pickup_point_id: await pickup(at) },
})
const makes = async (desk: TestStaff, to: object, more: object = {}, at = shop) =>
  askStaff(at, desk, '/orders/makeDraft', { ...(await goods(at)), for: to, note: 'As we said', ...more })
const forMember = ({ id }: TestMember) => ({ kind: 'member', member_id: id })

/** The same goods, asked for by the member themself. */
async function asksFor(member: TestMember, at = shop) {
  const { lines, pickup_point_id } = await goods(at)
  const delivery = { mode: 'pickup', pickup_point_id }
  return ask<GuaranteeView>(at, member, '/product/confirm_order', { ...lines[0], delivery })
}

/** Put together for a member, with the price held. */
async function drafted(at = shop) {
  const [member, desk] = [await signedIn(at), await staffSignedIn(at, 'desk')]
  const { data, error } = await makes(desk, forMember(member), {}, at)
  expect(error).toBeNull()
  const id = (data as DraftMadeView).draft_id
  const open = () => call<GuaranteeView>(at, member, '/product/confirm_draft', { draft_id: id })
  const submit = (guarantee_id: string) => call<SubmittedView>(at, member, '/product/submit_order', { guarantee_id })
  const withdraw = (who = desk) => askStaff(at, who, '/orders/withdrawDraft', { draft_id: id })
  return { id, member, desk, made: data as DraftMadeView, open, submit, withdraw }
}
const rowOf = async (id: string, at = shop) =>
  at.karat.db.row<{ state: string; order_id: string | null; ended_by: string | null; email: string | null }>(
    sql`select state, order_id, ended_by, email from orders.drafts where id = ${id}`,
  )
const ordersOf = async (member: TestMember, at = shop) =>
  (await at.karat.db.rows(sql`select from orders.orders where member_id = ${member.id}`)).length
const openGold = async () => (await readExposure(shop.karat.db, 'id')).guarantees

test('a draft is priced as its member would be, counts from the moment it is made, and becomes one order of theirs that both sides read of', async () => {
  const [member, desk] = [await signedIn(shop), await staffSignedIn(shop, 'desk')]
  const wish = await goods()
  const preview = (await askStaff(shop, desk, '/orders/previewDraft', { ...wish, member_id: member.id })).data
  const { total, minutes } = preview as DraftPreviewView
  const before = await openGold()
  const made = (await makes(desk, forMember(member))).data as DraftMadeView
  expect(await openGold(), 'two bars of 10 g').toBeGreaterThan(before)
  const own = await asksFor(member)
  expect([made.total, minutes]).toEqual([total, 10])
  expect(own.total, 'no other price than the member would be given').toBe(made.total)
  const held = await ask<GuaranteeView>(shop, member, '/product/confirm_draft', { draft_id: made.draft_id })
  const seen = await ask<OwnDraftView>(shop, member, `/order/draft?draft_id=${made.draft_id}`)
  expect(seen).toMatchObject({ state: 'open', by: 'Staff desk', note: 'As we said', total: held.total })
  expect(seen.lines).toMatchObject([{ quantity: 2, line_total: held.goods_total }])
  expect((await newestMail(shop, `${member.id}@karat.test`))?.body).toContain(`/user/order/draft?id=${made.draft_id}`)
  const order = await ask<SubmittedView>(shop, member, '/product/submit_order', { guarantee_id: held.guarantee_id })
  expect(order.total).toBe(held.total)
  expect(await rowOf(made.draft_id)).toMatchObject({
    state: 'used',
    order_id: order.order_id,
    ended_by: `member:${member.id}`,
  })
  const detail = await ask<OrderDetailView>(shop, member, `/product/order_detail?order_id=${order.order_id}`)
  expect(detail.drafted).toMatchObject({ number: made.number, by: 'Staff desk' })
  const office = await askStaff(shop, desk, `/orders/detail?order_id=${order.order_id}`)
  expect(office.data.drafted).toEqual(detail.drafted)
  const again = await call(shop, member, '/product/confirm_draft', { draft_id: made.draft_id })
  expect([again.error, again.data]).toEqual(['draft_over', expect.objectContaining({ state: 'used' })])
  expect((await askStaff(shop, desk, '/orders/withdrawDraft', { draft_id: made.draft_id })).error).toBe('draft_over')
  const log = await shop.karat.db.rows<{ did: string }>(
    sql`select details ->> 'did' as did from staff.actions where subject_id = ${made.draft_id} order by id`,
  )
  expect(log).toEqual([{ did: 'make_draft' }])
})

test('a draft ends no price that its member holds themselves', async () => {
  const [member, desk] = [await signedIn(shop), await staffSignedIn(shop, 'desk')]
  const own = await asksFor(member)
  expect((await makes(desk, forMember(member))).error).toBe('draft_member_holds')
  const other = (await differentSkus(shop, 2)).map((sku_id) => ({ sku_id, quantity: 1 }))
  expect((await makes(desk, forMember(member), { lines: other })).error, 'nor for other goods').toBe(
    'draft_member_holds',
  )
  const { guarantee_id } = own
  expect((await call<SubmittedView>(shop, member, '/product/submit_order', { guarantee_id })).error).toBeNull()
  expect((await makes(desk, forMember(member))).error, 'once it is an order').toBeNull()
})

test('nobody else reads or orders it, fulfilment and support make none, and the same press twice makes one', async () => {
  const { id, member, desk } = await drafted()
  const stranger = await signedIn(shop)
  for (const asked of [
    call(shop, stranger, `/order/draft?draft_id=${id}`),
    call(shop, stranger, '/product/confirm_draft', { draft_id: id }),
  ])
    expect((await asked).error).toBe('not_found')
  for (const role of ['fulfilment', 'support', 'content'] as const)
    expect((await makes(await staffSignedIn(shop, role), forMember(member))).error).toBe('permission_missing')
  const body = { ...(await goods()), for: forMember(member), note: '' }
  const twice = { ...desk, headers: { ...desk.headers, 'idempotency-key': 'the same press' } }
  const [one, other] = [
    await askStaff(shop, twice, '/orders/makeDraft', body),
    await askStaff(shop, twice, '/orders/makeDraft', body),
  ]
  expect(other.data).toEqual(one.data)
  expect((await askStaff(shop, twice, '/orders/makeDraft', { ...body, note: 'Other' })).error).toBe(
    'idempotency_body_differs',
  )
})

test('limits, level and account are the member’s: what they could not hold themselves is not held for them', async () => {
  const [member, desk] = [await signedIn(shop), await staffSignedIn(shop, 'desk')]
  const bars = async (quantity: number) => ({ lines: [{ sku_id: await someSku(shop, 1_000_000n), quantity }] })
  expect((await makes(desk, forMember(member), await bars(11))).error, 'more than a kilogram').toBe('exposure_limit')
  const unknown = await signedIn(shop)
  await shop.karat.db.run(sql`update kyc.levels set level = 0 where member_id = ${unknown.id}`)
  expect((await makes(desk, forMember(unknown), await bars(9))).error).toBe('verification_required')
  expect((await makes(desk, { kind: 'member', member_id: desk.id })).error).toBe('not_found')
  expect((await makes(desk, forMember(member), { store: 'my' })).error).toBe('not_found')
  await shop.karat.db.run(
    sql`update identity.members set frozen_at = now(), frozen_by = 'member' where id = ${member.id}`,
  )
  expect((await makes(desk, forMember(member))).error).toBe('draft_member')
  expect(await shop.karat.db.rows(sql`select from orders.drafts where member_id = ${member.id}`)).toEqual([])
})

test('after the guarantee the link goes on at the price of the moment, and a draft past its time ends while no price is held for it', async () => {
  const { id, member, open, submit } = await drafted()
  const first = (await open()).data
  await shop.karat.db.run(
    sql`update orders.guarantees set expires_at = now() - interval '1 second' where id = ${first.guarantee_id}`,
  )
  const late = await submit(first.guarantee_id)
  expect(late.error, 'asked before another price stands').toBe('price_changed')
  const fresh = (await open()).data
  expect(fresh.guarantee_id).not.toBe(first.guarantee_id)
  const elapse = () =>
    asOwner(shop.connectionString, [
      'set session_replication_role = replica',
      `update orders.drafts set ends_at = now() - interval '1 second' where id = '${id}'`,
    ])
  await elapse()
  expect(await expireDrafts(shop.karat), 'its price was given before').toBe(0)
  await shop.karat.db.run(
    sql`update orders.guarantees set expires_at = now() - interval '1 second' where id = ${fresh.guarantee_id}`,
  )
  expect((await ask<OwnDraftView>(shop, member, `/order/draft?draft_id=${id}`)).state).toBe('expired')
  expect((await submit(fresh.guarantee_id)).data).toMatchObject({ state: 'expired' })
  expect(await expireDrafts(shop.karat)).toBe(1)
  expect([(await open()).error, await rowOf(id)]).toEqual(['draft_over', expect.objectContaining({ state: 'expired' })])
})

test('a new customer gets a letter, signs up with that address, and has it at the price of that moment; the address is kept no longer', async () => {
  const desk = await staffSignedIn(shop, 'desk')
  const member = await signedIn(shop)
  const email = `${member.id}@karat.test`
  const taken = await makes(desk, { kind: 'new', email, language: 'id' })
  expect(taken.data.fields).toHaveProperty('email')
  await asOwner(shop.connectionString, [`update identity.members set email = 'x${email}' where id = '${member.id}'`])
  const { data, error } = await makes(desk, { kind: 'new', email: ` ${email.toUpperCase()}`, language: 'id' })
  expect([error, data.total]).toEqual([null, null])
  expect((await makes(desk, { kind: 'new', email, language: 'id' })).error).toBe('drafts_open')
  const id = (data as DraftMadeView).draft_id
  expect((await newestMail(shop, email))?.body).toMatch(/daftarlah[\s\S]*user\/order\/draft/)
  expect((await call(shop, member, `/order/draft?draft_id=${id}`)).error).toBe('not_found')
  await asOwner(shop.connectionString, [`update identity.members set email = '${email}' where id = '${member.id}'`])
  expect((await ask<OwnDraftView>(shop, member, `/order/draft?draft_id=${id}`)).total).toBeNull()
  const held = await ask<GuaranteeView>(shop, member, '/product/confirm_draft', { draft_id: id })
  expect(await rowOf(id)).toMatchObject({ state: 'open', email: null })
  await ask<SubmittedView>(shop, member, '/product/submit_order', { guarantee_id: held.guarantee_id })
  expect(await rowOf(id)).toMatchObject({ state: 'used' })
})

test('its member finds it among their orders while it waits, and its letter goes again a few times, however often it is asked for at once', async () => {
  const [member, desk] = [await signedIn(shop), await staffSignedIn(shop, 'desk')]
  const waiting = async (who = member) => (await ask<OwnDraftsView>(shop, who, '/order/drafts')).drafts
  const { draft_id, number, total } = (await makes(desk, forMember(member))).data as DraftMadeView
  expect(await waiting()).toMatchObject([{ draft_id, number, total, by: 'Staff desk', pieces: 2 }])
  expect(await waiting(await signedIn(shop)), 'nobody else').toEqual([])
  const sendAgain = () => askStaff(shop, desk, '/orders/sendDraftAgain', { draft_id })
  const answers = await Promise.all(Array.from({ length: 6 }, sendAgain))
  expect(answers.map(({ error }) => error ?? 'sent').toSorted()).toEqual([
    ...['draft_letters', 'draft_letters', 'draft_letters', 'sent', 'sent', 'sent'],
  ])
  const letters = await shop.karat.db.rows(
    sql`select from mail.messages where destination = ${`${member.id}@karat.test`} and template = 'draft_ready'`,
  )
  expect(letters).toHaveLength(4)
  expect((await askStaff(shop, desk, '/orders/withdrawDraft', { draft_id })).error).toBeNull()
  expect([(await sendAgain()).error, await waiting()]).toEqual(['draft_over', []])
})

/** How many letters there are of a draft once three people have sent it again at the same time. */
async function lettersOf(at: Shop, intercept?: (text: string) => Promise<string>) {
  const { id, member } = await drafted(at)
  const people = await Promise.all(Array.from({ length: 3 }, () => staffSignedIn(at, 'desk')))
  at.intercept.current = intercept
  const answers = await Promise.all(people.map((who) => askStaff(at, who, '/orders/sendDraftAgain', { draft_id: id })))
  at.intercept.current = undefined
  expect(answers.map(({ error }) => error)).toEqual([null, null, null])
  const sent = sql`select from mail.messages where destination = ${`${member.id}@karat.test`} and template = 'draft_ready'`
  return (await at.karat.db.rows(sent)).length
}
test('three who send a letter again send three', async () => expect(await lettersOf(shop)).toBe(4))
test('control: who counts letters without holding the draft says that one went, and none does', async () => {
  const looks = /select id, number, store, member_id as member, email, language, letters/
  const plant = (text: string) => (looks.test(text) ? text.replace('for update', '') : text)
  // All three have read how many went before one of them counts.
  expect(await lettersOf(broken, metAt('update orders.drafts set letters = letters + 1', 3, plant))).toBe(2)
})

test('several goods are one draft; what is withdrawn binds nobody, and one of two who withdraw it is told', async () => {
  const [member, desk] = [await signedIn(shop), await staffSignedIn(shop, 'desk')]
  const lines = differentSkus(shop, 2).map((sku_id) => ({ sku_id, quantity: 1 }))
  const before = await openGold()
  const id = ((await makes(desk, forMember(member), { lines })).data as DraftMadeView).draft_id
  const held = await ask<GuaranteeView>(shop, member, '/product/confirm_draft', { draft_id: id })
  expect(held.lines).toHaveLength(2)
  const other = await staffSignedIn(shop, 'owner')
  const answers = await Promise.all(
    [desk, other].map((who) => askStaff(shop, who, '/orders/withdrawDraft', { draft_id: id })),
  )
  expect(answers.map(({ error }) => error).toSorted()).toEqual(['draft_over', null])
  expect(await openGold()).toBe(before)
  const refused = await call(shop, member, '/product/submit_order', { guarantee_id: held.guarantee_id })
  expect([refused.error, await ordersOf(member)]).toEqual(['draft_over', 0])
  expect(refused.data).toMatchObject({ state: 'withdrawn' })
  const { rows } = (await askStaff(shop, desk, '/orders/drafts?store=id&state=withdrawn')).data as DraftsPageView
  expect(rows.find(({ draft_id }) => draft_id === id)).toMatchObject({
    pieces: 2,
    member_id: member.id,
    price_until: null,
  })
})

test('no more wait for one member than may, whoever makes them at once', async () => {
  const [member, desk] = [await signedIn(shop), await staffSignedIn(shop, 'desk')]
  const sku = await someSku(shop, 10_000n)
  const make = () => makes(desk, forMember(member), { lines: [{ sku_id: sku, quantity: 1 }] })
  for (let made = 1; made < settings.drafts.mostOpenEach; made++) expect((await make()).error).toBeNull()
  const answers = await Promise.all([make(), make(), make()])
  expect(answers.map(({ error }) => error).toSorted()).toEqual(['drafts_open', 'drafts_open', null])
})

const USED = /set state = 'used'/
const noTurn = (text: string) =>
  /^\s*select pg_advisory_xact_lock\(hashtextextended\(\$1, 8\)\)\s*$/.test(text) ? 'select $1::text' : text
const noState = (text: string) => (USED.test(text) ? text.replace("and state = 'open'", '') : text)
const noRelease = (text: string) =>
  text.includes("released_because = 'withdrawn'") ? text.replace('expires_at > now()', 'false') : text
/** What comes of it within so long, for it may wait for the other. */
const soon = <T>(work: Promise<T>) =>
  Promise.race([work, new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 400))])

type End = { isOver?: true; ends: (one: One) => Promise<unknown> }

/** Submitted as far as to the statement that uses the draft, while somebody ends it. */
async function ordersWhile(at: Shop, plant: (text: string) => string, { isOver, ends }: End) {
  const one = await drafted(at)
  const { guarantee_id } = (await one.open()).data
  await at.karat.db.run(
    sql`update orders.guarantees set expires_at = clock_timestamp() + interval '4 seconds' where id = ${guarantee_id}`,
  )
  if (isOver)
    await asOwner(at.connectionString, [
      'set session_replication_role = replica',
      `update orders.drafts set ends_at = now() - interval '1 second' where id = '${one.id}'`,
    ])
  const untilOver = sql`
    select pg_sleep(greatest(extract(epoch from expires_at - clock_timestamp()), 0) + 0.1) from orders.guarantees where id = ${guarantee_id}`
  let submitted: { error: string | null } = { error: 'none' }
  const ended: unknown[] = []
  await lateAt(
    at,
    { at: USED, plant },
    async () => {
      submitted = await one.submit(guarantee_id)
    },
    async () => {
      if (isOver) await at.karat.db.run(untilOver)
      await soon(ends(one).then((answer) => ended.push(answer)))
    },
  )
  await expect.poll(() => ended.length).toBe(1)
  return [submitted.error, ended[0], (await rowOf(one.id, at))?.state, await ordersOf(one.member, at)]
}
type One = Awaited<ReturnType<typeof drafted>>
const withdraws: End = { ends: async ({ withdraw }) => (await withdraw()).error }

test('ordered while it is withdrawn: the order stands, and who withdraws is told', async () => {
  expect(await ordersWhile(shop, (text) => text, withdraws)).toEqual([null, 'draft_over', 'used', 1])
})

test('ordered while its time ends: the price was given before, so the order stands', async () => {
  expect(await ordersWhile(shop, (text) => text, endsAt(shop))).toEqual([null, 0, 'used', 1])
})

/** Link and price are over by then, and the round comes. */
const endsAt = (at: Shop): End => ({ isOver: true, ends: () => expireDrafts(at.karat) })

const isReleased = async ({ guarantee_id: id }: GuaranteeView, at: Shop) =>
  (
    await at.karat.db.row<{ is: boolean }>(
      sql`select released_at is not null as is from orders.guarantees where id = ${id}`,
    )
  )?.is

test('asked for by its member beside a draft: theirs stands, whoever comes first', async () => {
  for (let time = 0; time < 5; time++) {
    const [member, desk] = [await signedIn(shop), await staffSignedIn(shop, 'desk')]
    const [own, made] = await Promise.all([asksFor(member), makes(desk, forMember(member))])
    expect([null, 'draft_member_holds']).toContain(made.error)
    expect(await isReleased(own, shop)).toBe(false)
  }
})

test('control: without the turn a draft ends the price that its member has just been given', async () => {
  const [member, desk] = [await signedIn(broken), await staffSignedIn(broken, 'desk')]
  const plant = (text: string) => text.replace(/pg_advisory_xact_lock\(hashtextextended\((\$\d+), 8\)\)/, '$1::text')
  const own: GuaranteeView[] = []
  const makesIt = () => makes(desk, forMember(member), {}, broken)
  await lateAt(broken, { at: /insert into orders\.drafts/, plant }, makesIt, async () => {
    own.push(await asksFor(member, broken))
  })
  expect(await Promise.all(own.map((one) => isReleased(one, broken)))).toEqual([true])
})

test('controls: without turn, guards and conditions a withdrawn draft is ordered, a promise of the price is broken, and two withdraw one', async () => {
  await asOwner(broken.connectionString, [
    'drop trigger guard_draft on orders.drafts',
    'drop trigger guard_draft_use on orders.guarantees',
  ])
  const plant = (text: string) => noTurn(noState(noRelease(text)))
  expect(await ordersWhile(broken, plant, withdraws)).toEqual([null, null, 'used', 1])
  expect(await ordersWhile(broken, noTurn, endsAt(broken))).toEqual(['draft_over', 1, 'expired', 0])
  const { id, desk, withdraw } = await drafted(broken)
  const meet = meetingAt('select member_id as member', 2)
  broken.intercept.current = async (text) => {
    await meet(text)
    return /set state = 'withdrawn'/.test(text) ? text.replace("and state = 'open'", '') : noTurn(text)
  }
  const answers = await Promise.all([withdraw(), withdraw(desk)])
  broken.intercept.current = undefined
  expect([answers.map(({ error }) => error), (await rowOf(id, broken))?.state]).toEqual([[null, null], 'withdrawn'])
})
