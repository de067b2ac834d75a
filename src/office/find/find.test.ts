/** What a few letters find: by the rights of the reader, from the beginning, at most eight of a kind. */
import { expect, test } from 'vitest'
import { signedIn } from '../../../tests/support/members.ts'
import { paidOrder } from '../../../tests/support/money-back.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { someSku } from '../../../tests/support/purchase.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { sql } from '../../db/database.ts'
import type { HitView } from './contract.ts'

const shop = openShop()
const find = async (who: TestStaff, q: string) =>
  (await askStaff(shop, who, `/find?q=${encodeURIComponent(q)}`)).data.hits as HitView[]
const kindsOf = (hits: HitView[]) => [...new Set(hits.map(({ kind }) => kind))].sort()

test('an order by its number, a member by name, code and whole address, a piece by its number, a product by name', async () => {
  const owner = await staffSignedIn(shop, 'owner')
  const member = await signedIn(shop)
  const { order } = await paidOrder(shop, member, await someSku(shop))
  expect(await find(owner, order.number.toLowerCase())).toContainEqual(
    expect.objectContaining({ kind: 'order', title: order.number, to: `/admin/order?id=${order.order_id}` }),
  )
  const row = await shop.karat.db.row<{ name: string; email: string; code: string }>(sql`
    update identity.members set name = '100% Rara_' || name where id = ${member.id} returning name, email, code`)
  if (!row) throw new Error('no member')
  const own = expect.objectContaining({ kind: 'member', title: row.name, to: `/admin/member?id=${member.id}` })
  for (const typed of ['100% rara_', row.email, `M-${row.code}`])
    expect(await find(owner, typed), typed).toContainEqual(own)
  expect(await find(owner, row.email.slice(0, 6)), 'never by part of an address').not.toContainEqual(own)
  expect(await find(owner, '100_ rara'), 'what is typed is no pattern').not.toContainEqual(own)
  expect(JSON.stringify(await find(owner, row.email)), 'contact data is masked').not.toContain(row.email)
  const piece = await shop.karat.db.row<{ serial: string }>(
    sql`select serial from catalogue.pieces where serial not like '%:%' order by serial limit 1`,
  )
  expect(kindsOf(await find(owner, piece?.serial.slice(0, 6) ?? ''))).toContain('piece')
  await asOwner(shop.connectionString, [
    `insert into catalogue.makers (code, name, forms, check_rule, changed_at) values ('ZPA', 'Zpamp', '{}', 'none', now())`,
    'alter table catalogue.pieces disable trigger all',
    `insert into catalogue.pieces select (jsonb_populate_record(p, '{"serial":"ZPA:C0171234"}')).* from catalogue.pieces p
      where state = 'in_stock' and serial not like '%:%' order by serial limit 1`,
    'alter table catalogue.pieces enable trigger all',
  ])
  for (const typed of ['ZPA C01', 'zpa', 'C017', 'C017-1234', 'ZPA C0171234'])
    expect(await find(owner, typed), typed).toContainEqual(
      expect.objectContaining({ kind: 'piece', title: 'ZPA C0171234' }),
    )
  expect(await find(owner, '..')).toEqual([])
  expect(await find(owner, '--')).toEqual([])
  // Each product has a name in "en-US", "id-ID" and "zh-CN".
  for (const typed of ['id-i', 'en-us']) expect(kindsOf(await find(owner, typed)), typed).not.toContain('product')
})

test('a kind that the reader may not see is not looked for', async () => {
  const asked: string[] = []
  shop.intercept.current = (text) => {
    if (/from (identity\.members|orders\.orders|catalogue\.products|cases\.cases)/.test(text)) asked.push(text)
    return text
  }
  const writer = await staffSignedIn(shop, 'content')
  asked.length = 0
  const hits = await find(writer, 'ra')
  shop.intercept.current = undefined
  expect(asked.filter((text) => !text.includes('catalogue.products'))).toEqual([])
  expect(asked.length).toBeGreaterThan(0)
  for (const { kind } of hits) expect(['page', 'product']).toContain(kind)
})

test('pages in any language, and only those that the reader may open', async () => {
  const [owner, packer] = [await staffSignedIn(shop, 'owner'), await staffSignedIn(shop, 'fulfilment')]
  const audit = expect.objectContaining({ kind: 'page', title: 'Audit log', to: '/admin/audit' })
  for (const typed of ['audit', 'log aud', '审计']) expect(await find(owner, typed), typed).toContainEqual(audit)
  expect(await find(packer, 'audit')).not.toContainEqual(audit)
  const pageOf = async (who: TestStaff, typed: string) =>
    (await find(who, typed)).filter(({ kind }) => kind === 'page').map(({ to }) => to)
  const within = {
    ...{ ledger: '/admin/books/ledger', campaigns: '/admin/growth/campaigns', places: '/admin/vault/places' },
    ...{ 'bank accounts': '/admin/bank/accounts', 'bulk actions': '/admin/orders/runs', 盘点: '/admin/counts' },
    ...{
      'stuck refunds': '/admin/refunds/stuck',
      import: '/admin/catalogue/import',
      makers: '/admin/catalogue/makers',
    },
  }
  for (const [typed, to] of Object.entries(within)) expect((await pageOf(owner, typed))[0], typed).toBe(to)
  expect(await pageOf(owner, 'withdrawals'), 'a place and its first tab are one page').toEqual(['/admin/payouts'])
  expect(await find(owner, 'ledger')).toContainEqual(expect.objectContaining({ title: 'Ledger', below: 'Books' }))
  expect(await pageOf(packer, 'makers')).toEqual(['/admin/catalogue/makers'])
  expect(await pageOf(packer, 'import'), 'whose page needs more than its place').toEqual([])
})

test('eight of a kind at most, nothing for one letter but pages, and an index for each beginning', async () => {
  const owner = await staffSignedIn(shop, 'owner')
  await shop.karat.db.run(sql`update identity.members set name = 'Zzz ' || name
    where id in (select id from identity.members where closed_at is null limit 12)`)
  expect((await find(owner, 'zzz')).filter(({ kind }) => kind === 'member').length).toBeLessThanOrEqual(8)
  expect(kindsOf(await find(owner, 'o'))).toEqual(['page'])
  expect((await askStaff(shop, owner, '/find?q=%20')).status).toBe(422)
  const plan = await shop.karat.db.transaction(async (tx) => {
    await tx.run(sql`set local enable_seqscan = off`)
    const rows = await tx.rows<Record<string, string>>(
      sql`explain select id from identity.members where lower(name) like 'zzz%' and closed_at is null order by lower(name), id limit 8`,
    )
    return rows.map((row) => Object.values(row).join()).join('\n')
  })
  expect(plan).toContain('members_by_name_begin')
})
