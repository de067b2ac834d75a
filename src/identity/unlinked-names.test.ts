/** Nothing visible says which e-mail address and which mobile number are one account's. */
import { beforeEach, expect, test } from 'vitest'
import { codeFor, goodPassword, linkFor, post, sendingsForgotten } from '../../tests/support/account.ts'
import { countingWork, guardedMember } from '../../tests/support/guarded-member.ts'
import { openShop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'

const shop = openShop()
const clear = () => shop.karat.db.run(sql`delete from identity.sign_in_failures`)
beforeEach(() => clear())

const login = (account: string, password: string, device?: string) =>
  post(shop, '/user/login', { account, password, ...(device ? { device } : {}) }, { address: '192.0.2.9' })
const seen = async (answer: ReturnType<typeof login>) => {
  const { status, code, error, data } = await answer
  // In half minutes begun: names are asked one after another, and meanwhile a second may have passed.
  return { status, code, error, wait: Math.ceil(Number(data.retry_after ?? 0) / 30) }
}
async function wrongTimes(count: number, account: string, device?: string) {
  for (let time = 1; time <= count; time++) await login(account, 'wrong', device)
}
const addressFree = () => shop.karat.db.run(sql`delete from identity.sign_in_failures where subject like 'address:%'`)
const waitsOver = () =>
  shop.karat.db.run(sql`update identity.sign_in_failures set wait_until = now() where subject like 'name:%'`)

test('five wrong passwords at the e-mail leave the number answering like any other', async () => {
  const { email, mobile } = await guardedMember(shop, 'unlinked', '+628121110001')
  await wrongTimes(5, email)
  expect(await seen(login(email, 'wrong'))).toMatchObject({ status: 429 })
  const [own, any] = [await seen(login(mobile ?? '', 'wrong')), await seen(login('+628121110009', 'wrong'))]
  expect(own).toEqual(any)
  expect(own).toMatchObject({ status: 401, error: 'sign_in_refused' })
})

test('twenty wrong ones over both names lock the account for the right password, and each name answers like a stranger’s', async () => {
  const { email, mobile } = await guardedMember(shop, 'locked-both', '+628121110002')
  for (const name of [email, mobile ?? ''])
    for (let time = 1; time <= 10; time++) {
      await waitsOver()
      await addressFree()
      await login(name, 'wrong')
    }
  for (const name of ['nobody-locked@example.com', '+628121110008'])
    for (let time = 1; time <= 10; time++) {
      await waitsOver()
      await login(name, 'wrong')
      await addressFree()
    }
  await waitsOver()
  const answers = []
  for (const name of [email, mobile ?? '', 'nobody-locked@example.com', '+628121110008']) {
    answers.push(await seen(login(name, goodPassword)))
    answers.push(await seen(login(name, goodPassword)))
  }
  for (const [at, answer] of answers.entries()) expect(answer, `${at}`).toEqual(answers[at % 2])
  expect(answers[0]).toMatchObject({ status: 401 })
  expect(answers[1]).toMatchObject({ status: 429 })
})

test('whoever has a browser’s token and no password sees the same at the names of its member as at any other', async () => {
  const { email, mobile, device } = await guardedMember(shop, 'token-holder', '+628121110003')
  const names = [email, mobile ?? '', 'nobody-token@example.com', '+628121110007']
  const seenAt = await Promise.all(
    names.map(async (name) => {
      const answers = []
      for (let time = 1; time <= 7; time++) answers.push(await seen(login(name, 'wrong', device)))
      return answers
    }),
  )
  for (const one of seenAt) expect(one).toEqual(seenAt[0])
  expect(seenAt[0]?.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429, 429])
  await addressFree()
  expect((await login(email, goodPassword, device)).data, 'the right password gets in').toHaveProperty('token')
})

test('a try with a made-up token while a name waits takes the same work, and is not counted at the account', async () => {
  const { email } = await guardedMember(shop, 'made-up')
  const madeUp = 'm'.repeat(43)
  await wrongTimes(6, email)
  await wrongTimes(6, 'nobody-made-up@example.com')
  await addressFree()
  const known = await countingWork(shop, () => login(email, goodPassword, madeUp))
  const unknown = await countingWork(shop, () => login('nobody-made-up@example.com', goodPassword, madeUp))
  expect(known.result).toMatchObject({ status: 429, error: 'sign_in_wait' })
  expect(unknown.result).toMatchObject({ status: 429, error: 'sign_in_wait' })
  expect(known.statements).toEqual(unknown.statements)
  expect(known.comparisons).toBe(unknown.comparisons)
  for (let time = 1; time <= 20; time++) {
    await addressFree()
    await login(email, 'wrong', madeUp)
  }
  await waitsOver()
  await addressFree()
  expect((await login(email, goodPassword)).data).toHaveProperty('sign_in_id')
})

test.each(['/user/forgotPassword', '/user/sendUnlockCode'])(
  '%s frees the name it came by, not the other',
  async (call) => {
    const { email, mobile } = await guardedMember(
      shop,
      `frees-${call.slice(6)}`.toLowerCase(),
      call === '/user/forgotPassword' ? '+628121110051' : '+628121110052',
    )
    for (const name of [email, mobile ?? '']) await wrongTimes(6, name)
    await addressFree()
    const { data } = await post(shop, call, { account: email })
    if (call === '/user/forgotPassword')
      await post(shop, '/user/resetPwd', { token: await linkFor(shop, email), password: 'angin-lembah-malam-hari' })
    else
      await post(shop, '/user/unlockAccount', {
        ...{ unlock_id: data.unlock_id, code: await codeFor(shop, email), password: goodPassword },
      })
    expect(await seen(login(email, 'wrong'))).toMatchObject({ status: 401 })
    expect(await seen(login(mobile ?? '', 'wrong'))).toMatchObject({ status: 429 })
    await sendingsForgotten(shop)
  },
)
