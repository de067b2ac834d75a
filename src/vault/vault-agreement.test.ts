/** A first purchase of grams is made under an agreement that says whose they are, and in a store that keeps cash balances. */
import { beforeEach, expect, test } from 'vitest'
import { signedIn } from '../../tests/support/members.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { call } from '../../tests/support/purchase.ts'
import { heldBy, PIN, quote, trade, vaultMember } from '../../tests/support/vault.ts'
import { openVaultShop } from '../../tests/support/vault-shop.ts'
import { hasAcceptedNothing } from '../../tests/support/wrong-prices.ts'
import { sql } from '../db/database.ts'
import { settings } from '../settings.ts'

const shop = openVaultShop(1_000_000n)
const inForce = settings.agreement.version
beforeEach(() => freshTick(shop))

/** Who came before gold accounts: what they accepted says nothing of them. */
async function oldMember(wealth: Parameters<typeof vaultMember>[1]) {
  const member = await vaultMember(shop, wealth)
  await hasAcceptedNothing(shop, member)
  await shop.karat.db.run(
    sql`insert into identity.agreement_acceptances (member_id, store, version) values (${member.id}, 'id', '2026-11')`,
  )
  return member
}
const versionsOf = ({ id }: { id: string }) =>
  shop.karat.db.rows(
    sql`select version from identity.agreement_acceptances where member_id = ${id} order by accepted_at, version`,
  )

test('the first purchase accepts the version that the page named, and later ones ask no more', async () => {
  const member = await oldMember({ cash: 1_000_000n })
  const first = await quote(shop, member, 'purchase', 'amount', '100000')
  expect(first.agreement_version).toBe(inForce)
  const buy = (body: object) => call(shop, member, '/trade/purchase', { quote_id: first.quote_id, pin: PIN, ...body })
  expect(await buy({})).toMatchObject({
    http: 409,
    error: 'agreement_required',
    data: { agreement_version: inForce },
  })
  expect(await heldBy(shop, member)).toEqual({ cash: 1_000_000n, gold: 0n })
  expect(await versionsOf(member)).toHaveLength(1)
  const again = await quote(shop, member, 'purchase', 'amount', '100000')
  const agree = (version: string) =>
    call(shop, member, '/trade/purchase', { quote_id: again.quote_id, pin: PIN, agreement_version: version })
  expect(await agree('2026-11')).toMatchObject({ http: 422, error: 'agreement_outdated' })
  const last = await quote(shop, member, 'purchase', 'amount', '100000')
  const done = await call(shop, member, '/trade/purchase', {
    ...{ quote_id: last.quote_id, pin: PIN, agreement_version: inForce },
  })
  expect(done).toMatchObject({ http: 200 })
  expect(await versionsOf(member)).toEqual([{ version: '2026-11' }, { version: inForce }])
  const next = await quote(shop, member, 'purchase', 'amount', '100000')
  expect(next.agreement_version).toBeNull()
  expect(await trade(shop, member, 'purchase', next)).toMatchObject({ http: 200 })
})

test('selling asks for no agreement, and an acceptance of any version with the clause is enough', async () => {
  const seller = await oldMember({ gold: 10_000n })
  const sale = await quote(shop, seller, 'cashingIn', 'weight', '0.5')
  expect(sale.agreement_version).toBeNull()
  expect(await trade(shop, seller, 'cashingIn', sale)).toMatchObject({ http: 200 })
  const member = await vaultMember(shop, { cash: 1_000_000n })
  await asOwner(shop.connectionString, [
    `insert into content.agreements (store, version, effective_at, title, changes, body, clauses)
      select store, '2027-newer', now(), title, changes, body, clauses from content.agreements where store = 'id' and version = '${inForce}'`,
  ])
  expect((await quote(shop, member, 'purchase', 'amount', '100000')).agreement_version).toBeNull()
})

test('where the agreement in force says nothing of gold accounts, nobody who has not agreed begins one', async () => {
  const member = await oldMember({ cash: 1_000_000n })
  await asOwner(shop.connectionString, [
    `insert into content.agreements (store, version, effective_at, title, changes, body)
      select store, '2027-without', now(), title, changes, body from content.agreements where store = 'id' and version = '${inForce}'`,
  ])
  expect(await call(shop, member, '/trade/purchase_quote', { by: 'amount', value: '100000' })).toMatchObject({
    http: 409,
    error: 'vault_not_open',
  })
})

test('a store that keeps no cash balances sells grams for money from outside, and buys them back', async () => {
  const { headers } = await signedIn(shop, 'Aisyah Rahman', 'my', 3)
  const wish = { by: 'weight', value: '1' }
  const ask = async (side: string, payload: object) =>
    (await shop.app.inject({ method: 'POST', url: `/api/storemy/trade/${side}_quote`, headers, payload })).json()
  expect(await ask('purchase', wish)).toMatchObject({ error: 'no_cash_balance' })
  expect(await ask('purchase', { ...wish, paid_from: 'outside' })).toMatchObject({ status: 'success' })
  expect(await ask('cashingIn', wish)).toMatchObject({ status: 'success' })
})
