import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { openBooks, TEST_KIND } from '../../tests/support/books.ts'
import { balanceOf } from './ledger-queries.ts'
import { type AccountKind, accountKinds, houseAccount, memberAccount } from './ledger-rules.ts'
import { postTransfer } from './post-transfer.ts'
import { transferKindRows } from './transfer-kind-rules.ts'

const books = openBooks()
const member = randomUUID()
const other = randomUUID()
const cash = memberAccount({ store: 'id', id: member }, 'cash', 'IDR')
const ids: Record<string, bigint> = {}

beforeAll(async () => {
  await books.db.transaction(async (tx) => {
    const from = (legs: Parameters<typeof postTransfer>[1]['legs']) =>
      postTransfer(tx, { kind: TEST_KIND, reference: randomUUID(), legs, actor: 'system' })
    await from([
      { account: houseAccount('id', 'provider_clearing', 'IDR'), amount: -1000n },
      { account: cash, amount: 1000n },
    ])
    await from([
      { account: houseAccount('id', 'gold_received', 'XAU'), amount: -50n },
      { account: houseAccount('id', 'vault', 'XAU'), amount: 50n },
    ])
    await from([
      { account: houseAccount('id', 'vault', 'XAU'), amount: -10n },
      { account: memberAccount({ store: 'id', id: member }, 'gold', 'XAU'), amount: 10n },
    ])
  })
  for (const row of (await books.owner.query(`select id, owner, kind, asset from ledger.accounts where store = 'id'`))
    .rows)
    ids[row.owner.startsWith('member') ? row.kind : `house_${row.kind}`] = BigInt(row.id)
})

type Role = 'superuser' | 'application'
const roles: Role[] = ['superuser', 'application']

/** Runs one statement as `role` in a transaction of its own; `before` runs first, as the superuser would. */
async function attempt(
  role: Role,
  statement: string,
  before = '',
): Promise<{ code?: string; constraint?: string; message: string } | null> {
  const client = await books.owner.connect()
  try {
    await client.query('begin')
    if (role === 'application') await client.query('set local role karat_app')
    if (before) await client.query(before)
    await client.query(statement)
    await client.query('commit')
    return null
  } catch (error) {
    return error as { code?: string; constraint?: string; message: string }
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const transfer = (accounts: (bigint | string)[], amounts: (bigint | string)[], more = '') =>
  `insert into ledger.transfers (id, kind, reference, accounts, amounts, actor)
   values (gen_random_uuid(), '${TEST_KIND}', gen_random_uuid()::text, '{${accounts}}', '{${amounts}}', 'system') ${more}`

/** The accounts of these kinds, as the application would name them. */
const idsOf = (...kinds: AccountKind[]) => {
  const named = kinds.map((kind) => ({
    kind,
    owner: accountKinds[kind].holder === 'member' ? `member:id:${member}` : 'house:id',
    asset: accountKinds[kind].gold ? 'XAU' : 'IDR',
  }))
  const list = (values: string[]) => `array[${values.map((value) => `'${value}'`)}]`
  return `ledger.account_ids(${list(named.map((one) => one.owner))}, ${list(kinds)}, ${list(named.map((one) => one.asset))})`
}

const fingerprint = async () =>
  (
    await books.owner.query(`select md5(string_agg(part, '|' order by part)) as print from (
      select t::text as part from ledger.transfers t union all select e::text from ledger.entries e
      union all select b::text from ledger.balances b union all select p::text from ledger.parts p union all select h::text from ledger.chain_heads h
      union all select a::text from ledger.accounts a union all select k::text from ledger.account_kinds k
      union all select t::text from ledger.transfer_kinds t union all select p::text from ledger.published_heads p) as everything`)
  ).rows[0].print

describe.each(roles)('the database refuses, asked by the %s,', (role) => {
  test.each([
    ['a changed transfer', `update ledger.transfers set reason = 'x'`],
    ['a removed transfer', 'delete from ledger.transfers'],
    ['emptied transfers', 'truncate ledger.transfers cascade'],
    ['a changed entry', 'update ledger.entries set amount = amount + 1'],
    ['a removed entry', 'delete from ledger.entries'],
    ['emptied entries', 'truncate ledger.entries'],
    ['a changed account', `update ledger.accounts set owner = 'house:my'`],
    ['a removed account', 'delete from ledger.accounts'],
    ['emptied accounts', 'truncate ledger.accounts cascade'],
    ['a changed kind of account', 'update ledger.account_kinds set floored = false'],
    ['a changed kind of transfer', 'update ledger.transfer_kinds set gives = true'],
    ['a removed kind of transfer', 'delete from ledger.transfer_kinds'],
    ['emptied kinds of transfers', 'truncate ledger.transfer_kinds'],
    ['a changed balance', 'update ledger.balances set balance = balance + 1'],
    ['a removed balance', 'delete from ledger.balances'],
    ['emptied balances', 'truncate ledger.balances'],
    ['a changed part', 'update ledger.parts set balance = balance + 1'],
    ['a removed part', 'delete from ledger.parts'],
    ['emptied parts', 'truncate ledger.parts'],
    ['a changed chain head', `update ledger.chain_heads set seq = 0, hash = ''`],
    ['a removed chain head', 'delete from ledger.chain_heads'],
    ['emptied chain heads', 'truncate ledger.chain_heads'],
    ['a new chain', 'insert into ledger.chain_heads (shard) values (64)'],
    ['a changed published head', `update ledger.published_heads set digest = ''`],
    ['a removed published head', 'delete from ledger.published_heads'],
  ])('%s', async (_what, statement) => {
    await books.owner.query('insert into ledger.published_heads default values')
    const before = await fingerprint()
    expect(await attempt(role, statement)).toMatchObject({ code: '42501' })
    expect(await fingerprint()).toBe(before)
  })

  test('a direct entry and a direct balance', async () => {
    const before = await fingerprint()
    const statements = [
      `insert into ledger.entries select id, 99, ${ids.cash}, 5 from ledger.transfers limit 1`,
      `insert into ledger.balances (account_id, balance) values (${ids.house_provider_clearing}, 5)`,
      `insert into ledger.parts (account_id, part, balance) values (${ids.cash}, 0, 5)`,
      `insert into ledger.balances as b (account_id, balance) values (${ids.cash}, 5) on conflict (account_id) do update set balance = 99999`,
      `merge into ledger.balances b using (select 1) as one on b.account_id = ${ids.cash} when matched then update set balance = 99999`,
    ]
    for (const statement of statements) expect(await attempt(role, statement)).toMatchObject({ code: '42501' })
    expect(await fingerprint()).toBe(before)
  })

  test('legs that do not sum to zero, that are missing, empty, null, or not a plain list', async () => {
    const c = ids.house_provider_clearing
    const m = ids.cash
    const before = await fingerprint()
    const uneven = [
      transfer([`${c}`, `${m}`], [-100n, 101n]),
      transfer([`${c}`, `${ids.gold}`], [-5n, 5n]), // sums to zero only over two assets
    ]
    for (const one of uneven) expect(await attempt(role, one)).toMatchObject({ constraint: 'transfer_sums_to_zero' })
    const legless = [
      transfer([], []),
      transfer([`${m}`], [0n]),
      transfer([`${c}`, `${m}`], [0n, 0n]),
      transfer([`${c}`, `${m}`], [-1n]),
      transfer([`${c}`, `${m}`], [-1n, 'null']),
      transfer(['null', `${m}`], [-1n, 1n]),
    ]
    for (const one of legless) expect(await attempt(role, one)).toMatchObject({ constraint: 'transfer_has_legs' })
    expect(await attempt(role, transfer([`{${c}}`, `{${m}}`], ['{-1}', '{1}']))).not.toBeNull()
    expect(await attempt(role, transfer([`${c}`, '999999'], [-1n, 1n]))).toMatchObject({
      constraint: 'transfer_accounts_exist',
    })
    expect(await fingerprint()).toBe(before)
  })

  test('a balance below zero and one beyond what a number can hold', async () => {
    const before = await fingerprint()
    expect(
      await attempt(
        role,
        transfer([ids.cash ?? 0n, ids.house_suspense ?? ids.house_provider_clearing ?? 0n], [-1001n, 1001n]),
      ),
    ).toMatchObject({
      constraint: 'balance_never_negative',
    })
    const most = 9_223_372_036_854_775_807n
    const clearing = ids.house_provider_clearing ?? 0n
    expect(await attempt(role, transfer([clearing, ids.cash ?? 0n], [-most, most]))).toMatchObject({ code: '22003' })
    expect(
      await attempt(role, transfer([clearing, clearing, ids.cash ?? 0n, ids.cash ?? 0n], [-most, -most, most, most])),
    ).toMatchObject({ code: '22003' })
    expect(await fingerprint()).toBe(before)
  })

  test('what one store owes, moved by another', async () => {
    const before = await fingerprint()
    const legs = `ledger.account_ids(array['house:my', 'member:id:${member}'], array['rounding', 'cash'], array['IDR', 'IDR'])`
    const statement = `insert into ledger.transfers (id, kind, reference, accounts, amounts, actor)
      values (gen_random_uuid(), '${TEST_KIND}', gen_random_uuid()::text, ${legs}, '{-5,5}', 'system')`
    expect(await attempt(role, statement)).toMatchObject({ constraint: 'transfer_stays_in_its_store' })
    expect(await fingerprint()).toBe(before)
  })

  test('grams that do not come from the vault, and more than the vault has', async () => {
    const before = await fingerprint()
    expect(await attempt(role, transfer([ids.house_gold_received ?? 0n, ids.gold ?? 0n], [-5n, 5n]))).toMatchObject({
      constraint: 'gold_comes_only_from_the_vault',
    })
    expect(
      await attempt(
        role,
        transfer([ids.house_gold_received ?? 0n, ids.house_vault ?? 0n, ids.gold ?? 0n], [-5n, 2n, 3n]),
      ),
    ).toMatchObject({ constraint: 'gold_comes_only_from_the_vault' })
    expect(await attempt(role, transfer([ids.house_vault ?? 0n, ids.gold ?? 0n], [-41n, 41n]))).toMatchObject({
      constraint: 'balance_never_negative',
    })
    expect(await fingerprint()).toBe(before)
  })

  test.each([
    ['a member account without a floor', `('member:id:${other}', 'cash', 'IDR', false)`],
    ['a vault without a floor', `('house:sg', 'vault', 'XAU', false)`],
    ['a vault of a member', `('member:id:${other}', 'vault', 'XAU', true)`],
    ['a source of gold of a member', `('member:id:${other}', 'gold_received', 'XAU', true)`],
    ['gold in a money account', `('house:id', 'suspense', 'XAU', false)`],
    ['money in a gold account', `('house:id', 'vault', 'IDR', true)`],
    ['an owner that is neither house nor member', `('client:1', 'cash', 'IDR', false)`],
    ['a member’s account without a store', `('member:${other}', 'cash', 'IDR', true)`],
    ['an unknown kind', `('house:id', 'pocket', 'IDR', false)`],
  ])('%s', async (_what, values) => {
    const refused = await attempt(role, `insert into ledger.accounts (owner, kind, asset, floored) values ${values}`)
    expect(['account_is_of_a_kind', 'account_has_an_owner']).toContain(refused?.constraint)
  })

  test.each<[string, string, AccountKind, AccountKind, string]>([
    ['a kind that there is not', 'bonus_paid', 'rounding', 'cash', 'transfer_fits_its_kind'],
    ['cash made of rounding', 'sale_settled', 'rounding', 'cash', 'transfer_fits_its_kind'],
    ['cash made of clearing', 'payment_captured', 'provider_clearing', 'cash', 'transfer_fits_its_kind'],
    ['a capture the wrong way round', 'payment_captured', 'order_money', 'provider_clearing', 'transfer_fits_its_kind'],
    ['a refund the wrong way round', 'payment_refunded', 'provider_clearing', 'suspense', 'transfer_fits_its_kind'],
    ['grams that nothing received', 'payment_captured', 'gold_received', 'vault', 'transfer_fits_its_kind'],
    ['grams given to a member', 'sale_settled', 'vault', 'gold', 'transfer_fits_its_kind'],
    ['grams taken from a member', 'payment_refunded', 'gold', 'vault', 'transfer_fits_its_kind'],
    ['a reversal of nothing', 'reversal', 'rounding', 'cash', 'reversal_names_its_original'],
  ])('%s', async (_what, kind, from, to, constraint) => {
    const before = await fingerprint()
    const statement = `insert into ledger.transfers (id, kind, reference, accounts, amounts, actor)
      values (gen_random_uuid(), '${kind}', gen_random_uuid()::text, ${idsOf(from, to)}, '{-5,5}', 'system')`
    expect(await attempt(role, statement)).toMatchObject({ constraint })
    expect(await fingerprint()).toBe(before)
  })

  test('a made-up past, of the demonstration without its moment, and of a real shop at all', async () => {
    const history = (at: string) => `
      insert into ledger.transfers (id, kind, reference, accounts, amounts, actor, happened_at)
      values (gen_random_uuid(), 'demo_history', gen_random_uuid()::text, ${idsOf('vault', 'gold')}, '{-5,5}', 'system', ${at})`
    expect(await attempt(role, history('null'))).toMatchObject({ constraint: 'only_history_is_of_the_past' })
    expect(await attempt(role, history(`now() + interval '1 day'`))).toMatchObject({
      constraint: 'only_history_is_of_the_past',
    })
    await books.owner.query('delete from foundation.demonstration')
    expect(await attempt(role, history(`'2025-11-24'`))).toMatchObject({
      constraint: 'history_is_of_a_demonstration',
    })
    const begin = 'insert into foundation.demonstration default values'
    if (role === 'application') expect(await attempt(role, begin)).toMatchObject({ code: '42501' })
    await books.owner.query(begin)
  })

  test('a reversal that takes back something else, or twice', async () => {
    const { rows } = await books.owner.query(
      `select id from ledger.transfers where kind = '${TEST_KIND}' order by created_at limit 1`,
    )
    const reversal = (accounts: unknown[], amounts: bigint[]) =>
      `insert into ledger.transfers (id, kind, reference, accounts, amounts, actor, reverses)
       values (gen_random_uuid(), 'reversal', gen_random_uuid()::text, '{${accounts}}', '{${amounts}}', 'system', '${rows[0].id}')`
    const legs = [ids.house_provider_clearing, ids.cash]
    expect(await attempt(role, reversal(legs, [999n, -999n]))).toMatchObject({
      constraint: 'reversal_mirrors_the_original',
    })
    const twice = await attempt(
      role,
      reversal(legs, [1000n, -1000n]),
      `${reversal(legs, [1000n, -1000n])}; ${transfer([legs[0] ?? 0n, legs[1] ?? 0n], [-2000n, 2000n])}`,
    )
    expect(twice).toMatchObject({ constraint: 'transfer_reverses_once' })
  })
})

describe('an insert into the transfers', () => {
  test('that ends in "on conflict do nothing" leaves heads and balances as they were', async () => {
    const statement = `insert into ledger.transfers (id, kind, reference, accounts, amounts, actor)
      values (gen_random_uuid(), '${TEST_KIND}', 'one', '{${ids.house_provider_clearing},${ids.cash}}', '{-1,1}', 'system') on conflict do nothing`
    expect(await attempt('application', statement)).toBeNull()
    const before = await fingerprint()
    expect(await attempt('application', statement)).toBeNull()
    expect(await fingerprint()).toBe(before)
  })

  test('cannot choose its place in the chain or its hash', async () => {
    const statement = `insert into ledger.transfers (id, kind, reference, accounts, amounts, actor, shard, seq, previous_hash, hash)
      values (gen_random_uuid(), '${TEST_KIND}', 'placed', '{${ids.house_provider_clearing},${ids.cash}}', '{-1,1}', 'system', 63, 4711, '\\x00', '\\x00')`
    expect(await attempt('superuser', statement)).toBeNull()
    const { rows } = await books.owner.query(
      `select seq, octet_length(hash) as length from ledger.transfers where reference = 'placed'`,
    )
    expect(rows).toEqual([{ seq: expect.not.stringMatching('4711'), length: 32 }])
  })

  test('brings its two postings in one statement to nothing: one insert, one transfer', async () => {
    const before = await fingerprint()
    const two = `insert into ledger.transfers (id, kind, reference, accounts, amounts, actor)
      select gen_random_uuid(), '${TEST_KIND}', 'double ' || n, '{${ids.house_provider_clearing},${ids.cash}}', '{-1,1}', 'system' from generate_series(1, 2) n`
    expect(await attempt('superuser', two)).toMatchObject({ constraint: 'transfer_has_one_place' })
    expect(await fingerprint()).toBe(before)
  })
})

test('the guards also stand when the superuser replays as a replica', async () => {
  const replica = 'set local session_replication_role = replica'
  expect(await attempt('superuser', 'update ledger.balances set balance = balance + 1', replica)).toMatchObject({
    code: '42501',
  })
  expect(await attempt('superuser', 'delete from ledger.transfers', replica)).toMatchObject({ code: '42501' })
  expect(
    await attempt('superuser', transfer([ids.house_provider_clearing ?? 0n, ids.cash ?? 0n], [-1n, 2n]), replica),
  ).toMatchObject({
    constraint: 'transfer_sums_to_zero',
  })
})

test('the application’s role cannot reach the guards themselves', async () => {
  for (const statement of [
    'alter table ledger.balances disable trigger all',
    'drop trigger seal on ledger.transfers',
    'set session_replication_role = replica',
    `insert into ledger.account_kinds values ('pocket', 'house', true, true)`,
    `insert into ledger.transfer_kinds values ('bonus_paid', 'cash', true, true)`,
    `create function ledger.mine() returns trigger language plpgsql as 'begin return new; end'`,
  ])
    expect(await attempt('application', statement)).toMatchObject({ code: '42501' })
})

test('the database and the code know the same kinds of accounts', async () => {
  const { rows } = await books.owner.query('select kind, holder, gold, floored from ledger.account_kinds')
  expect(Object.fromEntries(rows.map(({ kind, ...rest }) => [kind, rest]))).toEqual(
    Object.fromEntries(Object.entries(accountKinds).map(([kind, { meaning: _, ...rest }]) => [kind, rest])),
  )
  expect(await balanceOf(books.db, cash)).toBeGreaterThan(0n)
})

test('the database and the code know the same kinds of transfers', async () => {
  const { rows } = await books.owner.query(
    'select kind, account_kind as account, gives, receives from ledger.transfer_kinds where kind <> $1 order by kind, account_kind',
    [TEST_KIND],
  )
  const inOrder = (one: { kind: string; account: string }) => `${one.kind} ${one.account}`
  expect(rows).toEqual(transferKindRows.toSorted((a, b) => (inOrder(a) < inOrder(b) ? -1 : 1)))
})
