/** Statements read in: what pays by itself, what two people decide, and what goes back; beside one another, with planted bugs. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { imported, linesOf, statementOf, transfer } from '../../tests/support/bank.ts'
import { meetingAt } from '../../tests/support/meeting.ts'
import { refundsDone, refundsOf, stateOf } from '../../tests/support/money-back.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { ask } from '../../tests/support/purchase.ts'
import type { Shop } from '../../tests/support/shop.ts'
import { openShopPair } from '../../tests/support/shop-pair.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../tests/support/staff.ts'
import { auditLedger } from '../audit/ledger-audit.ts'
import { sql } from '../db/database.ts'
import { expireOrders } from '../orders/worker.ts'

const { sound, broken } = openShopPair()
const desks = new Map<Shop, [TestStaff, TestStaff]>()
const one = (shop: Shop) => desks.get(shop)?.[0] as TestStaff
const two = (shop: Shop) => desks.get(shop)?.[1] as TestStaff
beforeAll(async () => {
  for (const shop of [sound, broken])
    desks.set(shop, [await staffSignedIn(shop, 'desk'), await staffSignedIn(shop, 'desk')])
})
beforeEach(() => {
  for (const shop of [sound, broken]) shop.intercept.current = undefined
})
const clean = async () => expect(await auditLedger(sound.karat.db)).toEqual([])
const decide = (path: string, line_id: string, who = two(sound), more: object = {}) =>
  askStaff(sound, who, `/bank/${path}`, { line_id, reason: 'looked at', ...more })
const undecided = async (who: TestStaff) =>
  (await askStaff(sound, who, '/overview/figures?store=id')).data.bank as number
const approve = (id: unknown) => askStaff(sound, two(sound), '/approvals/approve', { approval_id: id })
const paysOf = (sent: { reference: string; amount: bigint }) => ({ text: sent.reference, amount: sent.amount })

test('exact money pays by itself; the same file again is known; another name waits to go back', async () => {
  const [good, strange] = [await transfer(sound), await transfer(sound)]
  const text = await statementOf(sound, [
    paysOf(good),
    { ...paysOf(strange), name: 'BUDI SANTOSO' },
    { amount: 12_34n, text: 'BUNGA' },
  ])
  const plan = await askStaff(sound, one(sound), '/bank/preview', { store: 'id', text })
  expect(plan.data).toMatchObject({ continues: true, counts: { matched: 1, unmatched: 1, not_ours: 1 } })
  expect((await imported(sound, one(sound), text)).data).toMatchObject({
    matched: 1,
    proposed: 0,
    unmatched: 1,
    not_ours: 1,
  })
  expect([await stateOf(sound, good.order.order_id), await stateOf(sound, strange.order.order_id)]).toEqual([
    'paid',
    'pending_payment',
  ])
  expect(await linesOf(sound, good)).toMatchObject([{ state: 'confirmed', outcome: 'order_paid' }])
  const [line] = await linesOf(sound, strange)
  expect(line).toMatchObject({ state: 'unmatched', why: ['other_name'] })
  expect((await imported(sound, one(sound), text)).error).toBe('statement_known')
  await clean()

  // Nobody makes a payment of it: it goes back to the account it came from, by a list of two people and the bank's own word.
  const propose = await decide('propose', line?.id ?? '', one(sound), { reference: strange.reference })
  expect(propose.error).toBe('other_name')
  expect((await decide('return', line?.id ?? '')).error).toBeNull()
  const { rows } = (await askStaff(sound, one(sound), '/bank/returns?state=to_list')).data as {
    rows: { id: string; number: string; account: string }[]
  }
  expect(rows).toMatchObject([{ account: '7001234567', name: 'BUDI SANTOSO', is_refund: false }])
  const [back] = rows
  const asked = await askStaff(sound, one(sound), '/bank/list', { store: 'id', returns: [back?.id], reason: 'back' })
  expect((await askStaff(sound, one(sound), '/bank/paid', { return_id: back?.id, reason: 'x' })).error).toMatch(
    /line_decided|invalid/,
  )
  expect((await approve(asked.data.approval_id)).error).toBeNull()
  await clean()
  await imported(
    sound,
    one(sound),
    await statementOf(sound, [{ amount: -strange.amount, text: `RETUR ${back?.number}`, name: 'BUDI SANTOSO' }]),
  )
  expect((await linesOf(sound, strange))[0]?.state).toBe('returned')
  await clean()
})

test('too little, nameless and twice wait for another person than who imported them; then they do what money does', async () => {
  const [little, nameless, twice] = [await transfer(sound), await transfer(sound), await transfer(sound)]
  const lines = [
    { ...paysOf(little), amount: little.amount - 1_000_00n },
    { ...paysOf(nameless), name: '' },
    ...[paysOf(twice), paysOf(twice)],
  ]
  expect((await imported(sound, one(sound), await statementOf(sound, lines))).data).toMatchObject({
    matched: 1,
    proposed: 3,
  })
  const [first] = await linesOf(sound, nameless)
  expect(first?.why).toEqual(['nameless'])
  // The overview of the second person counts what whoever proposed it cannot confirm.
  const [mine, theirs] = await Promise.all([one(sound), two(sound)].map(undecided))
  expect((theirs ?? 0) - (mine ?? 0)).toBe(3)
  expect((await decide('confirm', first?.id ?? '', one(sound))).error).toBe('second_person_required')
  for (const sent of [little, nameless, twice])
    for (const line of await linesOf(sound, sent)) if (line.state === 'proposed') await decide('confirm', line.id)
  const states = await Promise.all([little, nameless, twice].map(({ order }) => stateOf(sound, order.order_id)))
  expect(states).toEqual(['payment_review', 'paid', 'paid'])
  await refundsDone(sound)
  expect(await refundsOf(sound, twice.order.order_id)).toMatchObject([{ state: 'pending' }])
  await clean()

  // What came twice goes back to its source by a list, and its payer is told when the bank has paid it.
  await ask(sound, little.member, '/order/review_choose', { order_id: little.order.order_id, choice: 'refund' })
  await refundsDone(sound)
  const { rows } = (await askStaff(sound, one(sound), '/bank/returns?state=to_list')).data as { rows: { id: string }[] }
  expect(rows.length).toBe(2)
  const asked = await askStaff(sound, one(sound), '/bank/list', {
    store: 'id',
    returns: rows.map(({ id }) => id),
    reason: 'back',
  })
  await approve(asked.data.approval_id)
  for (const { id } of rows)
    await askStaff(sound, one(sound), '/bank/paid', { return_id: id, reason: 'seen at the bank' })
  expect(await refundsOf(sound, twice.order.order_id)).toMatchObject([{ state: 'settled' }])
  await clean()
})

test('a file that does not continue the one before is accepted only knowingly: nothing of it confirms itself, and no order ends by it', async () => {
  const sent = await transfer(sound)
  const text = await statementOf(sound, [paysOf(sent)], 77_00n)
  expect((await imported(sound, one(sound), text)).error).toBe('statement_gap')
  expect((await imported(sound, one(sound), text, { accept_gap: true })).data).toMatchObject({
    matched: 0,
    proposed: 1,
  })
  await asOwner(sound.karat.connectionString, [
    `update orders.orders set expires_at = now() - interval '2 days', transfer_until = (select max(booked_at) from bank.lines) where id = '${sent.order.order_id}'`,
  ])
  // A line that is to be confirmed keeps its order, also once its time is covered.
  await imported(sound, one(sound), await statementOf(sound, [{ amount: 5_00n }]))
  await expireOrders(sound.karat)
  expect(await stateOf(sound, sent.order.order_id)).toBe('pending_payment')
  const [line] = await linesOf(sound, sent)
  await decide('reject', line?.id ?? '')
  await expireOrders(sound.karat)
  expect(await stateOf(sound, sent.order.order_id)).toBe('expired')
  await decide('propose', line?.id ?? '', one(sound), { reference: sent.reference })
  expect((await decide('confirm', line?.id ?? '', one(sound))).error).toBe('second_person_required')
  await decide('confirm', line?.id ?? '')
  expect(await stateOf(sound, sent.order.order_id)).toBe('payment_review')
  await clean()
})

test('a line that was imported before and says something else now is refused with its file', async () => {
  const sent = await transfer(sound)
  const text = await statementOf(sound, [{ ...paysOf(sent), name: 'BUDI SANTOSO' }])
  await imported(sound, one(sound), text)
  const more = (await statementOf(sound, [{ amount: 9_00n }])).match(/^:61:[\s\S]*(?=:62F)/m)?.[0] ?? ''
  const closing = (cents: bigint) =>
    text.replace(/(:62F:C\d{6}IDR)([\d,]+)/, (_, head, sum) => {
      const next = BigInt(sum.replace(',', '')) + cents
      return `${head}${String(next).slice(0, -2)},${String(next).slice(-2)}`
    })
  const longer = closing(9_00n).replace(':62F:', `${more}:62F:`)
  const changed = longer.replace('BUDI SANTOSO', 'RATNA WULANDARI')
  expect((await imported(sound, one(sound), changed)).error).toBe('line_changed')
  expect(await linesOf(sound, sent)).toMatchObject([{ state: 'unmatched', why: ['other_name'] }])
  expect((await imported(sound, one(sound), longer)).data).toMatchObject({ known: 1, unmatched: 1 })
  await clean()
})

test('a line of nothing is left out; sen with a reference are a payment to look at', async () => {
  const sent = await transfer(sound)
  const text = await statementOf(sound, [{ ...paysOf(sent), amount: sent.amount + 25n }, { amount: 0n }])
  expect((await imported(sound, one(sound), text)).data).toMatchObject({ proposed: 1, not_ours: 0, unmatched: 0 })
  const [line] = await linesOf(sound, sent)
  expect(line).toMatchObject({ state: 'proposed', why: ['sen'] })
  expect((await decide('confirm', line?.id ?? '')).error).toBeNull()
  expect(await stateOf(sound, sent.order.order_id)).toBe('paid')
  await clean()
})

test('a rupiah with the reference holds no pieces: what could not pay its order lets it end', async () => {
  const sent = await transfer(sound)
  await imported(sound, one(sound), await statementOf(sound, [{ ...paysOf(sent), amount: 1_00n }]))
  expect(await linesOf(sound, sent)).toMatchObject([{ state: 'proposed', why: ['too_little'] }])
  await asOwner(sound.karat.connectionString, [
    `update orders.orders set expires_at = now() - interval '2 days', transfer_until = now() - interval '1 day' where id = '${sent.order.order_id}'`,
  ])
  await imported(sound, one(sound), await statementOf(sound, [{ amount: 6_00n }]))
  await expireOrders(sound.karat)
  expect(await stateOf(sound, sent.order.order_id)).toBe('expired')
  await clean()
})

test('nor does a proposal by hand: a rupiah, or money after its time, lets the order end; the amount in time keeps it', async () => {
  const sent = [await transfer(sound), await transfer(sound), await transfer(sound)] as const
  const [little, late, good] = sent
  const cents = [1_00n, late.amount, good.amount]
  const told = cents.map((amount, at) => ({ amount, text: `HAND${at}`, name: '' }))
  await imported(sound, one(sound), await statementOf(sound, told))
  for (const [at, { reference }] of sent.entries()) {
    const [line] = await linesOf(sound, { reference: `HAND${at}` })
    if (line?.state === 'proposed') await decide('reject', line.id)
    expect((await decide('propose', line?.id ?? '', one(sound), { reference })).error).toBeNull()
  }
  // The day of the lines begins where their time ends, but for one: its time ended a day before.
  const until = (id: string, more: string) =>
    `update orders.orders set expires_at = now() - interval '2 days', transfer_until = (
       select max(booked_at) from bank.lines)${more} where id = '${id}'`
  await asOwner(sound.karat.connectionString, [
    until(little.order.order_id, ''),
    until(late.order.order_id, ` - interval '1 day'`),
    until(good.order.order_id, ''),
  ])
  await expireOrders(sound.karat)
  const states = await Promise.all(sent.map(({ order }) => stateOf(sound, order.order_id)))
  expect(states).toEqual(['expired', 'expired', 'pending_payment'])
  await clean()
})

/** One file, imported by two people at the same moment; how often its money was booked. */
async function importedTwice(shop: Shop) {
  const sent = await transfer(shop)
  const text = await statementOf(shop, [paysOf(sent)])
  const answers = await Promise.all([imported(shop, one(shop), text), imported(shop, two(shop), text)])
  shop.intercept.current = undefined
  return { errors: answers.map(({ error }) => error).toSorted(), lines: (await linesOf(shop, sent)).length }
}

test('one statement twice at once is imported once', async () => {
  expect(await importedTwice(sound)).toEqual({ errors: [null, 'statement_known'], lines: 1 })
  await clean()
})

test('control: without taking turns and without the keys of lines its money is there twice', async () => {
  await asOwner(broken.karat.connectionString, [
    'alter table bank.lines drop constraint line_is_there_once',
    'alter table bank.statements drop constraint statements_after_id_key',
    'drop index bank.first_statement_of_a_store',
  ])
  const meet = meetingAt('insert into bank.statements', 2)
  broken.intercept.current = async (text) => {
    await meet(text)
    return text.includes('pg_advisory_xact_lock(hashtextextended($1, 431))') ? 'select $1::text' : text
  }
  expect(await importedTwice(broken)).toEqual({ errors: [null, null], lines: 2 })
})

/** Two people confirm one line at the same moment. */
async function confirmedTwice(shop: Shop, change: (text: string) => string = (text) => text) {
  const sent = await transfer(shop)
  await imported(shop, one(shop), await statementOf(shop, [{ ...paysOf(sent), name: '' }]))
  const [line] = await linesOf(shop, sent)
  const third = await staffSignedIn(shop, 'desk')
  const meet = meetingAt(/update bank\.lines set state = \$1, decided_by/, 2)
  shop.intercept.current = async (text) => {
    await meet(text)
    return change(text)
  }
  const body = { line_id: line?.id, reason: 'looked at' }
  const answers = await Promise.all([two(shop), third].map((who) => askStaff(shop, who, '/bank/confirm', body)))
  shop.intercept.current = undefined
  return answers.map(({ error }) => error).toSorted()
}

test('a line that two people confirm at once is confirmed by one', async () => {
  expect(await confirmedTwice(sound)).toEqual(['line_decided', null])
  await clean()
})

test('control: where the state is not asked for again both have confirmed it', async () => {
  await asOwner(broken.karat.connectionString, ['alter table bank.lines disable trigger user'])
  const blind = (text: string) =>
    text.replace(
      /(update bank\.lines set state = .* where id = \$\d+) and state = (\$\d+)/,
      '$1 and $2::text is not null',
    )
  expect(await confirmedTwice(broken, blind)).toEqual([null, null])
})

/** A round finds an order over by the statements that are known, while one is imported that has its money. */
async function endedBesideImport(shop: Shop, change: (text: string) => string = (text) => text) {
  const sent = await transfer(shop)
  await imported(shop, one(shop), await statementOf(shop, [{ amount: 7_00n }]), { accept_gap: true })
  await asOwner(shop.karat.connectionString, [
    `update orders.orders set expires_at = now() - interval '2 days', transfer_until = now() - interval '1 second' where id = '${sent.order.order_id}'`,
    'alter table bank.statements disable trigger user',
    `update bank.statements set covers_until = now(), continues = true`,
  ])
  const text = await statementOf(shop, [{ ...paysOf(sent), name: '' }])
  let done: Promise<unknown> | undefined
  shop.intercept.current = async (statement) => {
    if (!done && statement.includes('pg_advisory_xact_lock_shared(hashtextextended($1, 431))')) {
      done = imported(shop, one(shop), text)
      await done
    }
    return change(statement)
  }
  await expireOrders(shop.karat)
  shop.intercept.current = undefined
  await done
  return stateOf(shop, sent.order.order_id)
}

test('an order whose money is imported while a round ends it goes on waiting for that', async () => {
  expect(await endedBesideImport(sound)).toBe('pending_payment')
})

test('control: judged by the list alone it ends, with its money at the bank', async () => {
  await asOwner(broken.karat.connectionString, ['alter table bank.lines enable trigger user'])
  const blind = (text: string) =>
    text.startsWith('select from orders.orders where id = $1 and') ? 'select from orders.orders where id = $1' : text
  expect(await endedBesideImport(broken, blind)).toBe('expired')
})

test('nothing of a line changes but what was decided, and nobody confirms what they proposed', async () => {
  const { rows } = (await askStaff(sound, one(sound), '/bank/lines?size=5')).data as { rows: { id: string }[] }
  const id = rows[0]?.id ?? ''
  await expect(sound.karat.db.run(sql`update bank.lines set amount_minor = 1 where id = ${id}`)).rejects.toThrow(
    /never changes/,
  )
  await expect(sound.karat.db.run(sql`update bank.statements set continues = true`)).rejects.toThrow()
})
