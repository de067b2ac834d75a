/** Grams that members send to each other, through the shop's own calls. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newestMail } from '../../tests/support/account.ts'
import { faultAtEach } from '../../tests/support/faults.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { ask, call } from '../../tests/support/purchase.ts'
import { addressOf, claim, expire, recall, send, sentByLink, shown, timeIsUp } from '../../tests/support/transfers.ts'
import { auditVault, heldBy, vaultMember } from '../../tests/support/vault.ts'
import { openVaultShop } from '../../tests/support/vault-shop.ts'
import { hasAcceptedNothing } from '../../tests/support/wrong-prices.ts'
import { sql } from '../db/database.ts'
import { pauseOutgoing } from '../identity/outgoing-pause.ts'
import { settings } from '../settings.ts'
import type { TransfersView, TransferView } from './transfer-contract.ts'

const GRAM = 10_000n
const shop = openVaultShop(1000n * GRAM)
beforeEach(() => freshTick(shop))
afterEach(() => {
  shop.intercept.current = undefined
})
const listed = async (member: Parameters<typeof heldBy>[1]) =>
  (await ask<{ transfers: TransferView[] }>(shop, member, '/trade/transfers')).transfers
const heldOf = async ({ id }: { id: string }) =>
  (
    await shop.karat.db.row<{ balance: bigint }>(sql`
      select b.balance from ledger.accounts a join ledger.balances b on b.account_id = a.id where a.member_id = ${id} and a.kind = 'gold_held'`)
  )?.balance ?? 0n

test('grams are the recipient’s at once, and both sides see and are told it', async () => {
  const [sender, other] = [await vaultMember(shop, { gold: 5n * GRAM }), await vaultMember(shop)]
  expect(await shown(shop, sender, addressOf(other))).toEqual({ is_member: true, shown: 'Ra••• Wu•••' })
  const sent = await send(shop, sender, {
    to: addressOf(other).toUpperCase(),
    weight: '1.25',
    note: 'For you',
    card: 'birthday',
  })
  expect([sent.http, sent.data]).toMatchObject([
    200,
    {
      way: 'sent',
      state: 'accepted',
      weight: '1.2500',
      other: 'Ra••• Wu•••',
      note: 'For you',
      card: 'birthday',
      ends_at: null,
    },
  ])
  expect([(await heldBy(shop, sender)).gold, (await heldBy(shop, other)).gold]).toEqual([37_500n, 12_500n])
  expect(await listed(other)).toMatchObject([{ way: 'received', other: 'Ratna Wulandari', weight: '1.2500' }])
  expect(await listed(sender)).toMatchObject([{ way: 'sent', number: sent.data.number }])
  const { body } = await newestMail(shop, addressOf(other))
  expect(body).toContain('Ratna Wulandari sends you 1.2500\u00a0g of gold. They are yours')
  expect(body).toContain('Happy birthday!')
  expect(body).toContain('“For you”')
  expect((await newestMail(shop, addressOf(sender))).body).toContain(`Transfer ${sent.data.number} is complete`)
  expect(await auditVault(shop)).toEqual([])
})

test('what is refused moves nothing and says why', async () => {
  const [sender, other] = [await vaultMember(shop, { gold: 2n * GRAM }), await vaultMember(shop)]
  const to = addressOf(other)
  const field = (name: string) => ({ http: 422, data: { fields: { [name]: expect.any(String) } } })
  expect(await send(shop, sender, { to, weight: '0' })).toMatchObject(field('weight'))
  expect(await call(shop, sender, '/trade/transfer_recipient', { to: 'nobody' })).toMatchObject(field('to'))
  expect(await call(shop, sender, '/trade/transfer_recipient', { to: addressOf(sender) })).toMatchObject(field('to'))
  expect(await send(shop, sender, { to, weight: '1', shown: 'Si••• Am•••' })).toMatchObject(field('to'))
  expect(await send(shop, sender, { to, weight: '1', pin: '000001' })).toMatchObject({ error: 'pin_wrong' })
  expect(await send(shop, sender, { to, weight: '2.0001' })).toMatchObject({ error: 'balance_too_low' })
  await shop.karat.db.transaction((tx) => pauseOutgoing(tx, sender.id, 'password'))
  expect(await send(shop, sender, { to, weight: '1' })).toMatchObject({ code: 6000, error: 'outgoing_paused' })
  expect([(await heldBy(shop, sender)).gold, await listed(sender)]).toEqual([2n * GRAM, []])
})

test('a code of one’s own names its member as an address does; one of nobody, or of another store, is refused', async () => {
  const [sender, other] = [await vaultMember(shop, { gold: 2n * GRAM }), await vaultMember(shop)]
  const { code } = await ask<TransfersView>(shop, other, '/trade/transfers')
  expect(code).toMatch(/^M-[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
  expect((await ask<{ code: string }>(shop, other, '/user/personalData')).code).toBe(code)
  const typed = code.toLowerCase().replaceAll('-', ' ')
  expect(await shown(shop, sender, typed)).toEqual({ is_member: true, shown: 'Ra••• Wu•••' })
  expect(await send(shop, sender, { to: typed, weight: '0.5' })).toMatchObject({
    http: 200,
    data: { state: 'accepted' },
  })
  expect((await heldBy(shop, other)).gold).toBe(GRAM / 2n)
  const refused = { http: 422, data: { fields: { to: expect.stringContaining('nobody in this store') } } }
  expect(await call(shop, sender, '/trade/transfer_recipient', { to: 'M-00000-00000' })).toMatchObject(refused)
  await shop.karat.db.run(sql`update identity.members set store = 'my' where id = ${other.id}`)
  expect(await call(shop, sender, '/trade/transfer_recipient', { to: code })).toMatchObject(refused)
})

test('the same key sends once', async () => {
  const [sender, other] = [await vaultMember(shop, { gold: 2n * GRAM }), await vaultMember(shop)]
  const wish = { to: addressOf(other), weight: '1', key: 'once' }
  const [first, again] = [await send(shop, sender, wish), await send(shop, sender, wish)]
  expect(again.data).toEqual(first.data)
  expect((await heldBy(shop, other)).gold).toBe(GRAM)
})

test('what a level does not hold waits without saying so, and is taken once there is room', async () => {
  const sender = await vaultMember(shop, { gold: 40n * GRAM })
  const other = await vaultMember(shop, { level: 1, gold: 25n * GRAM })
  const sent = await send(shop, sender, { to: addressOf(other), weight: '10' })
  expect(sent.data).toMatchObject({ state: 'waiting', other: 'Ra••• Wu•••', ends_at: expect.any(String) })
  expect(JSON.stringify(sent.data)).not.toMatch(/level|"T1"|hold/)
  expect([(await heldBy(shop, sender)).gold, await heldOf(sender), (await heldBy(shop, other)).gold]).toEqual([
    30n * GRAM,
    10n * GRAM,
    25n * GRAM,
  ])
  expect(await claim(shop, other, sent.data)).toMatchObject({
    code: 6000,
    error: 'verification_required',
    data: { weight: '35.0000' },
  })
  await shop.karat.db.run(sql`update kyc.levels set level = 2 where member_id = ${other.id}`)
  expect(await claim(shop, other, sent.data)).toMatchObject({ http: 200, data: { state: 'accepted', way: 'received' } })
  expect([await heldOf(sender), (await heldBy(shop, other)).gold]).toEqual([0n, 35n * GRAM])
  expect((await newestMail(shop, addressOf(sender))).body).toContain('are theirs')
  expect(await auditVault(shop)).toEqual([])
})

test('who has not agreed to gold accounts agrees with the claim', async () => {
  const [sender, other] = [await vaultMember(shop, { gold: 2n * GRAM }), await vaultMember(shop)]
  await hasAcceptedNothing(shop, other)
  const { data } = await send(shop, sender, { to: addressOf(other), weight: '1' })
  expect(data.state).toBe('waiting')
  const version = settings.agreement.version
  expect(await claim(shop, other, data)).toMatchObject({
    error: 'agreement_required',
    data: { agreement_version: version },
  })
  const agreed = { transfer_id: data.transfer_id, agreement_version: version }
  expect(await call(shop, other, '/trade/transfer_claim', agreed)).toMatchObject({ http: 200 })
})

test('who is no member gets a link: it shows the gift to its reader, and gives it to one member', async () => {
  const [sender, friend, stranger] = [
    await vaultMember(shop, { gold: 3n * GRAM }),
    await vaultMember(shop),
    await vaultMember(shop),
  ]
  expect(await shown(shop, sender, 'new.friend@example.com')).toEqual({ is_member: false, shown: 'n••••@example.com' })
  const { data } = await send(shop, sender, { to: 'new.friend@example.com', weight: '1', note: 'Welcome' })
  const { body } = await newestMail(shop, 'new.friend@example.com')
  const token = /\/gift#([\w-]{43})/.exec(body)?.[1] ?? ''
  const gift = await call(shop, null, '/trade/transfer_gift', { token })
  expect(gift.data).toEqual({
    ...{ store: 'id', state: 'waiting', from: 'Ratna Wulandari', weight: '1.0000', note: 'Welcome', card: 'none' },
    ends_at: data.ends_at,
  })
  expect(await call(shop, null, '/trade/transfer_gift', { token: 'x'.repeat(43) })).toMatchObject({ http: 404 })
  expect(await claim(shop, stranger, data), 'the id alone gives nothing').toMatchObject({ http: 404 })
  expect(await claim(shop, sender, { token })).toMatchObject({ error: 'transfer_own' })
  expect(await claim(shop, friend, { token })).toMatchObject({ http: 200, data: { weight: '1.0000' } })
  expect(await claim(shop, stranger, { token })).toMatchObject({ error: 'transfer_over' })
  expect(await recall(shop, sender, data)).toMatchObject({ error: 'transfer_over' })
  expect((await heldBy(shop, friend)).gold).toBe(GRAM)
  expect(await auditVault(shop)).toEqual([])
})

test('a sender recalls what waits; what nobody takes comes back after its time, and they are told', async () => {
  const [sender, friend] = [await vaultMember(shop, { gold: 3n * GRAM }), await vaultMember(shop)]
  const first = await sentByLink(shop, sender, '1')
  expect(await recall(shop, friend, first)).toMatchObject({ http: 404 })
  expect(await recall(shop, sender, first)).toMatchObject({ http: 200, data: { state: 'recalled' } })
  expect(await claim(shop, friend, first)).toMatchObject({ error: 'transfer_over' })
  const second = await sentByLink(shop, sender, '2')
  expect((await heldBy(shop, sender)).gold).toBe(GRAM)
  await timeIsUp(shop, second)
  expect(await claim(shop, friend, second)).toMatchObject({ error: 'transfer_over' })
  expect(await expire(shop)).toBe(1)
  expect([(await heldBy(shop, sender)).gold, await heldOf(sender)]).toEqual([3n * GRAM, 0n])
  expect((await listed(sender)).map(({ state }) => state)).toEqual(['returned', 'recalled'])
  expect((await newestMail(shop, addressOf(sender))).body).toContain('in your vault account again')
  expect(await auditVault(shop)).toEqual([])
})

test.each(['at once', 'by link'])(
  'a fault at any statement of a transfer %s leaves it whole or absent',
  async (way) => {
    const [sender, other] = [await vaultMember(shop, { gold: 2n * GRAM }), await vaultMember(shop)]
    const to = way === 'at once' ? addressOf(other) : 'somebody@example.com'
    const { shown: whom } = await shown(shop, sender, to)
    const sent = { to, weight: '0.5', shown: whom, key: 'the same each time' }
    const { statements } = await faultAtEach(shop, () => send(shop, sender, sent))
    expect(statements).toBeGreaterThan(10)
    expect(await listed(sender)).toHaveLength(1)
    expect(await auditVault(shop)).toEqual([])
  },
)

test.each(['accepted', 'recalled', 'returned'] as const)(
  'a fault at any statement that leaves a transfer %s leaves it so, or waiting',
  async (end) => {
    const [sender, other] = [await vaultMember(shop, { gold: GRAM }), await vaultMember(shop)]
    const gift = await sentByLink(shop, sender, '0.5')
    if (end === 'returned') await timeIsUp(shop, gift)
    const work = {
      accepted: () => claim(shop, other, gift),
      recalled: () => recall(shop, sender, gift),
      returned: () => expire(shop),
    }[end]
    const { statements } = await faultAtEach<unknown>(shop, work)
    expect(statements).toBeGreaterThan(4)
    expect(await listed(sender)).toMatchObject([{ state: end }])
    expect((await heldBy(shop, other)).gold).toBe(end === 'accepted' ? GRAM / 2n : 0n)
    expect(await auditVault(shop)).toEqual([])
  },
)

test('control: two transfers are not one commit, and that is seen', async () => {
  const [sender, other] = [await vaultMember(shop, { gold: 2n * GRAM }), await vaultMember(shop)]
  const { shown: whom } = await shown(shop, sender, addressOf(other))
  const one = () => send(shop, sender, { to: addressOf(other), weight: '0.5', shown: whom })
  const both = async () => {
    const first = await one()
    return first.http === 200 ? one() : first
  }
  await expect(faultAtEach(shop, both)).rejects.toThrow('stored after a fault')
})

test('what was sent stays as it is, whoever asks', async () => {
  const sender = await vaultMember(shop, { gold: 2n * GRAM })
  const { transfer_id } = await sentByLink(shop, sender, '1')
  const tried = (statement: string) => asOwner(shop.connectionString, [statement])
  const change = (what: string) => tried(`update vault.transfers set ${what} where id = '${transfer_id}'`)
  await expect(change('weight_e4 = 1')).rejects.toThrow('ends once')
  await expect(change(`state = 'returned', ended_at = now(), recipient_id = member_id`)).rejects.toThrow('ends once')
  await expect(change(`state = 'accepted', ended_at = now()`)).rejects.toThrow('transfer_is_for_somebody')
  await expect(tried(`delete from vault.transfers where id = '${transfer_id}'`)).rejects.toThrow('ends once')
})
