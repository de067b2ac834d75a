/**
 * Every column of every table that says something about a member is told in their copy or not, and erased in time or kept:
 * exactly one of four classes, declared in `tests/support/member-columns.ts`. Every table of the database stands there, as one of a
 * member's or as nobody's; so a new table, and a new column, fails until somebody has thought about it.
 *
 * The declaration is not believed: a member has a row with marked words in every table, then the copy is read, the account closed,
 * and the rounds run as they do when all periods are over. Marked words that are told stand in the copy, untold ones do not; what
 * is erased is found in no row any more (a counter may be back at nought), what is kept stands as it was. Columns of rows found "elsewhere" are counted, not tried.
 */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { goodPassword, post } from '../../tests/support/account.ts'
import { clearHit, stopMember } from '../../tests/support/cases.ts'
import { guardedMember } from '../../tests/support/guarded-member.ts'
import { type Held, memberColumns } from '../../tests/support/member-columns.ts'
import type { TestMember } from '../../tests/support/members.ts'
import { moveThrough, paidOrder, untilProcessed } from '../../tests/support/money-back.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { settlePapers } from '../../tests/support/papers.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { someSku } from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { askStaff, staffSignedIn } from '../../tests/support/staff.ts'
import { ofNobody } from '../../tests/support/tables-of-nobody.ts'
import { forgetComplaints } from '../complaints/worker.ts'
import { raw, sql } from '../db/database.ts'
import { destroyAddresses } from '../goldback/case-address.ts'
import { destroyPictures } from '../goldback/pictures/forget-pictures.ts'
import { destroyMember } from '../kyc/destroy-member.ts'
import { forgetOrders } from '../orders/core/forget-order.ts'
import { destroyOldAccounts } from '../payouts/keep-accounts.ts'
import { deleteOldRequests } from './worker.ts'

const shop = openShop()
beforeEach(() => freshTick(shop))
afterEach(() => {
  shop.intercept.current = undefined
})

type Column = { table: string; name: string; type: string; needed: boolean }
const classes = ['copiedErased', 'copiedKept', 'untoldErased', 'untoldKept'] as const
const named = (held: Held, of: readonly (typeof classes)[number][]) => of.flatMap((one) => held[one]?.split(' ') ?? [])

const columnsNow = () =>
  shop.karat.db.rows<Column>(sql`
    select case when n.nspname = 'public' then c.relname else n.nspname || '.' || c.relname end as table, a.attname as name,
      format_type(a.atttypid, null) as type, a.attgenerated = '' and a.attidentity = '' as needed
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^(pg_|information_schema)' and a.attnum > 0
      and not a.attisdropped order by 1, a.attnum`)

/** What a new column or table, or one that is gone, leaves to be thought about. */
async function undeclared(): Promise<string[]> {
  const there = (await columnsNow()).filter(({ table }) => !ofNobody.includes(table)).map((c) => `${c.table}.${c.name}`)
  const declared = Object.entries(memberColumns).flatMap(([table, held]) =>
    named(held, classes).map((name) => `${table}.${name}`),
  )
  const twice = declared.filter((one, at) => declared.indexOf(one) !== at)
  return [
    ...there.filter((one) => !declared.includes(one)),
    ...declared.filter((one) => !there.includes(one)),
    ...twice,
  ]
}

test('every column is in exactly one class, and what is untold or kept has its reason', async () => {
  expect(await undeclared()).toEqual([])
  const silent = Object.entries(memberColumns).filter(
    ([, held]) => !held.why && named(held, ['copiedKept', 'untoldErased', 'untoldKept']).length > 0,
  )
  expect(silent).toEqual([])
})

test('a table of nobody names no member: by no foreign key, by no name of a column', async () => {
  const names = (await columnsNow()).filter(
    ({ table, name }) =>
      ofNobody.includes(table) && /member|mobile|destination|recipient|(order|payment)_id/.test(name),
  )
  const keys = await shop.karat.db.rows<{ from: string; to: string }>(sql`
    select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint where contype = 'f'`)
  const leads = keys.filter(({ from, to }) => ofNobody.includes(from) && Object.hasOwn(memberColumns, to))
  expect([names.map(({ table, name }) => `${table}.${name}`), leads]).toEqual([[], []])
})

test('control: a new column of members, and a new table, are found', async () => {
  const own = (statement: string) => asOwner(shop.connectionString, [statement])
  await own('alter table identity.members add column shoe_size integer')
  await own('create table cart.guests (nickname text)')
  expect(await undeclared()).toEqual(['cart.guests.nickname', 'identity.members.shoe_size'])
  await own('alter table identity.members drop column shoe_size')
  await own('drop table cart.guests')
})

type About = { id: string; email: string; order: string }
const whose = ({ id, order }: About, { of }: Held) =>
  ({
    order: `order_id = '${order}'`,
    subject: `subject_id = '${order}'`,
    paper: `subject_kind = 'order' and subject_id = '${order}'`,
    document: `document_id in (select id from kyc.documents where member_id = '${id}')`,
    message: `message_id in (select id from community.messages where member_id = '${id}')`,
    testimonial: `testimonial_id in (select id from community.testimonials where member_id = '${id}')`,
    complaint: `complaint_id in (select id from complaints.complaints where member_id = '${id}')`,
    case: `case_id in (select id from cases.cases where member_id = '${id}')`,
    refund: `refund_id in (select id from payments.refunds where member_id = '${id}')`,
    'set-off': `set_off_id in (select s.id from payments.set_offs s join payments.payments p on p.id = s.payment_id where p.member_id = '${id}')`,
    dispute: `dispute_id in (select d.id from payments.disputes d join payments.payments p on p.id = d.payment_id where p.member_id = '${id}')`,
    payment: `payment_id in (select id from payments.payments where member_id = '${id}')`,
    elsewhere: 'false',
  })[of ?? 'elsewhere']
const ofThem = (about: About, table: string, held: Held) =>
  held.of ? whose(about, held) : `${table === 'identity.members' ? 'id' : 'member_id'} = '${about.id}'`

type Row = Record<string, unknown>
const rowsOf = async (about: About, table: string, held: Held) =>
  (
    await shop.karat.db.rows<{ row: Row }>(
      sql`select to_jsonb(t) as row from ${raw(table)} t where ${raw(ofThem(about, table, held))}`,
    )
  ).map(({ row }) => row)

/** Words whose meaning the shop reads; and moments that would say that it is over. */
const fixed: Record<string, string> = {
  ...{ store: "'id'", currency: "'IDR'", language: "'en-US'", 'orders.refund_requests.state': "'executed'" },
  ...{ 'payments.refunds.state': "'settled'", 'rights.requests.state': "'granted'", 'files.images.used_at': 'null' },
  ...{ 'complaints.complaints.state': "'decided'" },
  ...{ destroyed_at: 'null', removed_at: 'null', relation_ended_at: 'null', 'kyc.documents.replaced_at': 'null' },
  ...{ 'identity.members.frozen_by': 'null', 'identity.members.closed_at': 'null', delivery: 'delivery' },
  ...{
    'kyc.levels.override': 'null',
    'ledger.holds.state': "'placed'",
    'activities.activities.state': "'ended'",
    'activities.participants.state': "'placed'",
    'activities.participants.erased_at': 'null',
  },
}
const marked = (table: string, name: string) => `zz ${table}.${name}`

function fill({ id, order }: About, { table, name, type }: Column, serial: number): string {
  const own = fixed[`${table}.${name}`] ?? fixed[name]
  if (own) return own
  if (name === 'member_id') return `'${id}'`
  if (name === 'order_id' || (name === 'subject_id' && type === 'uuid')) return `'${order}'`
  if (name === 'activity_id') return `(select id from activities.activities where member_id = '${id}')`
  if (name === 'document_id') return `(select id from kyc.documents where member_id = '${id}')`
  if (name === 'case_id') return `(select id from cases.cases where member_id = '${id}')`
  if (name === 'complaint_id') return `(select id from complaints.complaints where member_id = '${id}')`
  if (name === 'message_id') return `(select id from community.messages where member_id = '${id}')`
  if (name === 'testimonial_id') return `(select id from community.testimonials where member_id = '${id}')`
  if (type.endsWith('[]')) return type === 'uuid[]' ? 'array[gen_random_uuid()]' : `array['7']::${type}`
  const text = marked(table, name)
  const of: Record<string, string> = { text: `'${text}'`, jsonb: `'{"zz": "${text}"}'`, bytea: `'${text}'::bytea` }
  const plain: Record<string, string> = {
    ...{ uuid: 'gen_random_uuid()', boolean: 'true', date: "date '1987-06-05'" },
    ...{ 'timestamp with time zone': 'now()' },
  }
  return of[type] ?? plain[type] ?? String(7000 + serial)
}

/** Gives them a row in every table, and marked words where a row that is there says nothing; checks and triggers are out of the way. */
async function fillAll(about: About) {
  const columns = await columnsNow()
  const statements = ['set session_replication_role = replica']
  const checks = await shop.karat.db.rows<{ table: string; name: string }>(sql`
    select conrelid::regclass::text as table, quote_ident(conname) as name from pg_constraint where contype = 'c' and conrelid <> 0`)
  for (const { table, name } of checks)
    if (memberColumns[table]) statements.push(`alter table ${table} drop constraint ${name}`)
  for (const [table, held] of Object.entries(memberColumns)) {
    if (held.of === 'elsewhere' || named(held, ['copiedErased', 'copiedKept', 'untoldErased']).length === 0) continue
    const own = columns.filter((one) => one.table === table && one.needed)
    const values = own.map((one, n) => fill(about, one, n))
    if ((await rowsOf(about, table, held)).length === 0)
      statements.push(`insert into ${table} (${own.map((c) => `"${c.name}"`)}) values (${values})`)
    else
      own.forEach(({ name, type }, n) => {
        if (!/^(text|bytea|integer|smallint)$/.test(type)) return
        statements.push(
          `update ${table} set "${name}" = ${values[n]} where "${name}" is null and ${ofThem(about, table, held)}`,
        )
      })
  }
  const street = `'{"mode": "courier", "recipient": "${marked('orders.orders', 'delivery')}", "province_code": "31"}'`
  for (const table of ['orders.orders', 'orders.guarantees'])
    statements.push(`update ${table} set delivery = ${street} where member_id = '${about.id}'`)
  const parties = `'{"parties": [["${marked('papers.papers', 'document')}"]]}'`
  statements.push(`update papers.papers set document = document || ${parties} where subject_id = '${about.order}'`)
  await asOwner(shop.connectionString, statements)
}

async function somebody() {
  const member = await guardedMember(shop, 'columns', '+628129017777')
  await shop.karat.db.run(sql`insert into kyc.levels (member_id, level) values (${member.id}, 3)`)
  const headers = { authorization: `Bearer ${member.token}`, currency: 'IDR', platform: 'web' }
  const { order } = await paidOrder(shop, { ...member, headers } as TestMember, await someSku(shop))
  await settlePapers(shop.karat)
  await moveThrough(shop, order.order_id, 'preparing', 'shipped', 'completed')
  await untilProcessed(shop)
  await clearHit(shop, await stopMember(shop, member))
  return { ...member, order: order.order_id }
}

/** The rounds, at the end of every period. */
async function letPass({ id }: About) {
  const { db } = shop.karat
  await db.run(sql`update kyc.levels set relation_ended_at = now() - interval '6 years' where member_id = ${id}`)
  await db.run(sql`update payouts.destinations set removed_at = now() - interval '6 years' where member_id = ${id}`)
  await db.run(sql`update rights.requests set asked_at = asked_at - interval '6 years', decided_at = now() - interval '6 years'
    where member_id = ${id}`)
  expect(await db.transaction((tx) => destroyMember(tx, id))).toEqual({ destroyed: true })
  await destroyOldAccounts(db)
  await destroyPictures(db)
  await deleteOldRequests(db)
  shop.intercept.current = (text) =>
    text.includes('complaints.') ? text.replaceAll('now()', "(now() + interval '6 years')") : text
  await forgetComplaints(db)
  shop.intercept.current = (text) =>
    /orders\.departures|address_sealed is not null/.test(text)
      ? text.replaceAll('now()', "(now() + interval '12 years')")
      : text
  expect(await forgetOrders(shop.karat)).toBe(1)
  await destroyAddresses(db)
  shop.intercept.current = undefined
}

const text = (value: unknown) => JSON.stringify(value)
/** What the class of a column says and its values do not. */
function lies(declared: Record<string, Held>, before: Map<string, Row[]>, after: Map<string, Row[]>, copy: string) {
  return Object.entries(declared).flatMap(([table, held]) => {
    const [had, has] = [before.get(table) ?? [], after.get(table) ?? []]
    const values = (rows: Row[], name: string) => rows.map((row) => row[name]).filter((value) => value !== null)
    const copied = (name: string) => copy.includes(marked(table, name))
    const isMarked = (name: string) => text(values(had, name)).includes(marked(table, name))
    const stays = (name: string) =>
      values(has, name).some((value) => value !== 0 && values(had, name).map(text).includes(text(value)))
    const goes = (name: string) => values(had, name).some((value) => !values(has, name).map(text).includes(text(value)))
    const told = named(held, ['copiedErased', 'copiedKept']).filter((name) => isMarked(name) && !copied(name))
    const untold = named(held, ['untoldErased', 'untoldKept']).filter(copied)
    const erased = named(held, ['copiedErased', 'untoldErased']).filter(stays)
    const kept = named(held, ['copiedKept', 'untoldKept']).filter(goes)
    const says = (names: string[], what: string) => names.map((name) => `${table}.${name} ${what}`)
    return [
      ...says(told, 'is not in the copy'),
      ...says(untold, 'is in the copy'),
      ...says(erased, 'is still there'),
      ...says(kept, 'is gone'),
    ]
  })
}

test('what is declared is what copy, closing and the rounds do', async () => {
  const owner = await staffSignedIn(shop, 'owner')
  const member = await somebody()
  const all = async () => {
    const found = new Map<string, Row[]>()
    for (const [table, held] of Object.entries(memberColumns)) found.set(table, await rowsOf(member, table, held))
    return found
  }
  const ask = async (url: string, more: object) => {
    const answer = await post(shop, url, { password: goodPassword, ...more }, { token: member.token })
    expect(answer).toMatchObject({ error: null })
    return answer.data
  }
  const asked = await ask('/user/askForData', { kind: 'deletion', words: '' })
  const request_id = (asked.requests as { id: string; state: string }[]).find(({ state }) => state === 'waiting')?.id
  await fillAll(member)
  const before = await all()
  const copy = text((await ask('/user/copyOfData', {})).copy)
  const done = await askStaff(shop, owner, '/rights/decide', { request_id, decision: 'grant', answer: 'As you asked.' })
  expect(done).toMatchObject({ status: 200 })
  await letPass(member)
  const after = await all()
  expect(lies(memberColumns, before, after, copy)).toEqual([])
  const filled = Object.keys(memberColumns).filter((table) => before.get(table)?.length === 0)
  expect(
    filled.filter(
      (table) =>
        named(memberColumns[table] ?? {}, ['copiedErased', 'copiedKept', 'untoldErased']).length > 0 &&
        memberColumns[table]?.of !== 'elsewhere',
    ),
  ).toEqual([])
  const planted = {
    'orders.shipments': { of: 'order', untoldErased: 'carrier' },
    'delivery.addresses': { untoldKept: 'street' },
    'kyc.reports': { copiedErased: 'note' },
  } as const
  expect(lies(planted, before, after, copy), 'control: a false declaration').toEqual([
    'orders.shipments.carrier is in the copy',
    'orders.shipments.carrier is still there',
    'delivery.addresses.street is in the copy',
    'delivery.addresses.street is gone',
    'kyc.reports.note is not in the copy',
  ])
})
