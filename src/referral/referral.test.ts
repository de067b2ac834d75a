/** Links, through whom somebody came, and what members bought of which something stands. */
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { codeFor, get, goodPassword, post } from '../../tests/support/account.ts'
import { signedIn } from '../../tests/support/members.ts'
import { moveThrough, paidOrder } from '../../tests/support/money-back.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { someSku } from '../../tests/support/purchase.ts'
import { quote, trade, vaultMember } from '../../tests/support/vault.ts'
import { openVaultShop } from '../../tests/support/vault-shop.ts'
import { sql } from '../db/database.ts'
import { type CardFormat, cardFile, cardSizes } from './invite-card-rules.ts'
import { readLanding } from './landing-queries.ts'
import { linkOf, makeLink } from './links.ts'
import { settledPurchases } from './settled-purchases.ts'

const shop = openVaultShop(100_0000n)
beforeEach(() => freshTick(shop))

const inviteOf = (token: string, store = 'id') => get(shop, '/referral/invite', { token, store })
const codeOf = async ({ token }: { token: string }) => String((await inviteOf(token)).data.code)

async function joinBy(email: string, codes: { invite?: string; referral?: string }, store = 'id') {
  const sent = await post(shop, '/user/sendSignupCode', { email, agreement_version: '2026-11-24', ...codes }, { store })
  const body = { sign_up_id: sent.data.sign_up_id, code: await codeFor(shop, email) }
  const answer = await post(shop, '/user/signup', { ...body, name: 'Budi Santoso', password: goodPassword }, { store })
  expect(answer.status).toBe(200)
  return { token: String(answer.data.token) }
}
const attributed = (email: string) =>
  shop.karat.db.row<{ code: string; kind: string }>(sql`
    select a.code, a.kind from referral.attributions a join identity.members m on m.id = a.member_id where m.email = ${email}`)

test('a link is made once, and whoever signs up with its code is attributed in that transaction, seen masked from both sides', async () => {
  const owner = await signedIn(shop, 'Ratna Wulandari')
  const codes = await Promise.all([codeOf(owner), codeOf(owner), codeOf(owner)])
  expect(new Set(codes).size).toBe(1)
  const [code = ''] = codes
  expect(code).toMatch(/^[2-9A-HJKMNP-Z]{8}$/)
  const { token } = await joinBy('friend@example.com', { invite: code.toLowerCase() })
  expect((await inviteOf(token)).data.came_through).toMatchObject({ kind: 'member', name: 'Ra••• Wu•••' })
  expect((await inviteOf(owner.token)).data).toMatchObject({
    link: `${shop.karat.config.PUBLIC_URL}/join?invite=${code}`,
    ...{ count: 1, joined: [{ name: 'Bu••• Sa•••' }], came_through: null },
  })
})

test('a code of nobody, of another store, in the wrong field or of a closed account attributes nothing and stops no sign-up', async () => {
  const owner = await signedIn(shop)
  const code = await codeOf(owner)
  await joinBy('nobody@example.com', { invite: 'KRT-7', referral: 'ZZZZ9999' })
  await joinBy('elsewhere@example.com', { invite: code }, 'my')
  await joinBy('field@example.com', { referral: code })
  await shop.karat.db.run(
    sql`update identity.members set closed_at = now(), frozen_at = now(), frozen_by = 'staff' where id = ${owner.id}`,
  )
  await joinBy('closed@example.com', { invite: code })
  for (const email of ['nobody', 'elsewhere', 'field', 'closed'])
    expect(await attributed(`${email}@example.com`), email).toBeUndefined()
})

test('a friend comes before an agent, and the agent’s code counts where the friend’s is of nobody', async () => {
  const [friend, agent] = [await signedIn(shop), await signedIn(shop)]
  const invite = await codeOf(friend)
  const subject = { kind: 'agent', subjectId: crypto.randomUUID(), memberId: agent.id, store: 'id' } as const
  const referral = await shop.karat.db.transaction((tx) => makeLink(tx, subject))
  expect(await linkOf(shop.karat.db, referral)).toEqual({ ...subject, code: referral })
  await joinBy('both@example.com', { invite, referral })
  await joinBy('agents@example.com', { invite: 'ZZZZ9999', referral })
  expect(await attributed('both@example.com')).toEqual({ code: invite, kind: 'member' })
  expect(await attributed('agents@example.com')).toEqual({ code: referral, kind: 'agent' })
})

test('the database refuses an attribution after the sign-up, another than its link says, and every change', async () => {
  const [owner, other] = [await signedIn(shop), await signedIn(shop)]
  const code = await codeOf(owner)
  const attribute = (of: string, to: string) =>
    shop.karat.db.run(sql`
      insert into referral.attributions (member_id, code, kind, owner_id, store) values (${of}, ${code}, 'member', ${to}, 'id')`)
  await expect(attribute(other.id, owner.id)).rejects.toThrow(/attributed in the transaction of their sign-up/)
  await expect(attribute(other.id, other.id)).rejects.toThrow(/says what its link says/)
  await joinBy('fixed@example.com', { invite: code })
  for (const change of ['update referral.attributions set at = now()', 'delete from referral.attributions'])
    await expect(asOwner(shop.connectionString, [change])).rejects.toThrow(/history is only added to/)
  await expect(asOwner(shop.connectionString, [`update referral.links set store = 'my'`])).rejects.toThrow()
})

test('a landing names its link masked, whatever the field of another kind says; a card is drawn for a code that there is', async () => {
  const code = await codeOf(await signedIn(shop, 'Ratna Wulandari'))
  const landing = (invite: string | null, referral: string | null = null) =>
    readLanding(shop.karat.db, { invite, referral })
  expect(await landing(code.toLowerCase())).toEqual({
    ...{ code, kind: 'member', field: 'invite', store: 'id', name: 'Ra••• Wu•••' },
  })
  expect([await landing(null, code), await landing('ZZZZ9999')]).toEqual([null, null])
  const card = (file: string) => shop.app.inject({ url: `/img/invite/${file}` })
  for (const [format, size] of Object.entries(cardSizes)) {
    const { rawPayload, headers } = await card(cardFile({ code, language: 'zh', format: format as CardFormat }))
    expect(headers['content-type']).toBe('image/png')
    expect(await sharp(rawPayload).metadata()).toMatchObject(size)
  }
  for (const file of ['ZZZZ9999-id-square.png', `${code}-fr-square.png`, `${code}-id-square.svg`])
    expect((await card(file)).statusCode, file).toBe(404)
})

test('visits are counted by code and day, also those at once; of a code of nobody none', async () => {
  const code = await codeOf(await signedIn(shop))
  const visit = (text: string) => post(shop, '/referral/visit', { code: text })
  const answers = await Promise.all(Array.from({ length: 5 }, () => visit(code)))
  expect(answers.map(({ data }) => data)).toEqual(Array.from({ length: 5 }, () => ({ counted: true })))
  expect((await visit('ZZZZ9999')).data).toEqual({ counted: false })
  expect(await shop.karat.db.rows(sql`select code, visits from referral.visits`)).toEqual([{ code, visits: 5 }])
})

test('of what members bought stands what was not called off, paid back or asked back, from when its windows are over', async () => {
  const buyer = await vaultMember(shop, { cash: 50_000_000_00n })
  await trade(shop, buyer, 'purchase', await quote(shop, buyer, 'purchase', 'amount', '2000000'))
  const { order } = await paidOrder(shop, buyer, await someSku(shop))
  const read = () => settledPurchases(shop.karat.db, [buyer.id])
  const [grams, pieces] = await read()
  expect(grams).toMatchObject({ kind: 'grams', minor: 2_000_000n, stands: 2_000_000n, disputed: false })
  expect(grams?.overAt?.getTime()).toBe((grams?.paidAt.getTime() ?? 0) + 7 * 86_400_000)
  expect(pieces).toMatchObject({ kind: 'order', number: order.number, disputed: false, overAt: null })
  expect(pieces?.stands).toBe(pieces?.minor)
  await moveThrough(shop, order.order_id, 'preparing', 'shipped', 'completed')
  const [, handedOver] = await read()
  expect(handedOver?.overAt?.getTime()).toBeGreaterThan((handedOver?.paidAt.getTime() ?? 0) + 13 * 86_400_000)
  const half = (pieces?.minor ?? 0n) / 2n
  await shop.karat.db.run(
    sql`update payments.payments set refunded_allocated_minor = ${half} where subject_id = ${order.order_id}`,
  )
  expect((await read())[1]?.stands).toBe((pieces?.minor ?? 0n) - half)
  await shop.karat.db.run(sql`
    insert into payments.disputes (id, payment_id, provider, provider_reference, amount_minor, currency, reason)
    select gen_random_uuid(), id, provider, 'of a test', 1, currency, 'fraud' from payments.payments where subject_id = ${order.order_id}`)
  expect((await read()).map(({ disputed }) => disputed)).toEqual([true, true])
})
