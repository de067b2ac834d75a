/** `npm run staff` as whoever sets up a real shop runs it: against the shop's own database and key. */
import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'
import { openShop, testEnvironment } from './support/shop.ts'
import { askStaff } from './support/staff.ts'

const shop = openShop()

type Ran = { code: number; said: string }
const run = (...words: string[]) =>
  new Promise<Ran>((resolve) => {
    const env = {
      ...process.env,
      ...testEnvironment,
      DATABASE_URL: shop.connectionString,
      PUBLIC_URL: 'https://shop.example',
    }
    execFile(process.execPath, ['scripts/staff.ts', ...words], { env }, (error, out, trouble) =>
      resolve({ code: error ? Number(error.code) : 0, said: out + trouble }),
    )
  })
const opens = async (said: string) => {
  const token = /^https:\/\/shop\.example\/admin\/invitation#([\w-]{43})$/m.exec(said)?.[1] ?? ''
  return askStaff(shop, null, '/staff/readInvitation', { token })
}

test('the first owner gets a link that opens with the shop’s key, and a new one makes the old one void', async () => {
  const invited = await run('invite', 'owner@shop.example', 'Nadia Kusuma', 'owner')
  expect(invited).toMatchObject({ code: 0 })
  expect((await opens(invited.said)).data).toMatchObject({ name: 'Nadia Kusuma', roles: ['owner'] })
  const again = await run('again', 'Owner@shop.example')
  expect((await opens(again.said)).data).toMatchObject({ email: 'owner@shop.example' })
  expect((await opens(invited.said)).error).toBe('invitation_void')
})

test.each([
  [
    ['invite', 'owner@shop.example', 'Nadia Kusuma', 'owner'],
    'There is somebody with this address already: use "again".',
  ],
  [['invite', 'new@shop.example', 'Nadia Kusuma', 'boss'], 'Usage: npm run staff'],
  [['invite', 'no address', 'Nadia Kusuma', 'owner'], 'Usage: npm run staff'],
  [['again', 'nobody@shop.example'], 'Nobody who may sign in has the address nobody@shop.example.'],
  [[], 'Usage: npm run staff'],
])('%j is refused in words and adds nobody', async (words, says) => {
  expect(await run(...words)).toEqual({ code: 1, said: expect.stringContaining(says) })
})
