/** The first owner of a shop: one person, whoever else began by an older link of the start. */
import { beforeEach, expect, test } from 'vitest'
import { metAt } from '../../tests/support/meeting.ts'
import type { Shop } from '../../tests/support/shop.ts'
import { openShopPair } from '../../tests/support/shop-pair.ts'
import { askStaff } from '../../tests/support/staff.ts'
import { totpCode } from '../credentials/totp.ts'
import { sql } from '../db/database.ts'
import { writeFirstLink } from './first-owner.ts'
import { addPerson, writeInvitation } from './invite-staff.ts'
import { aboutTotp } from './sign-in.ts'

const { sound, broken } = openShopPair()
beforeEach(async () => {
  for (const { karat } of [sound, broken])
    await karat.db.run(sql`update staff.people set roles = '{content}' where 'owner' = any(roles)`)
})

/** Begins by the link of a start; the token of the invitation, and the person. */
async function begun(shop: Shop, email: string): Promise<{ token: string; id: string }> {
  const link = (await writeFirstLink(shop.karat.db, 'http://localhost')) ?? ''
  const owner = { token: link.split('#')[1], name: 'Siti Rahma', email, language: 'en-US' }
  const { data } = await askStaff(shop, null, '/staff/beginAsOwner', owner)
  const person = await shop.karat.db.row<{ id: string }>(sql`select id from staff.people where email = ${email}`)
  return { token: String(data.link).split('#')[1] ?? '', id: person?.id ?? '' }
}

async function accepted(shop: Shop, { token, id }: { token: string; id: string }) {
  const row = await shop.karat.db.row<{ sealed: Buffer }>(
    sql`select totp_sealed as sealed from staff.invitations where person_id = ${id} and used_at is null`,
  )
  const code = totpCode(shop.karat.sealing.open(row?.sealed ?? Buffer.of(), aboutTotp(id)), shop.clock.ms)
  return askStaff(shop, null, '/staff/acceptInvitation', { token, password: 'hujan-rintik-di-kebun', code })
}

async function twoBegan(shop: Shop, plant?: (text: string) => string) {
  const both = [await begun(shop, 'one@shop.example'), await begun(shop, 'two@shop.example')]
  if (plant) shop.intercept.current = metAt('id::text <> all(', 2, plant)
  const answers = await Promise.all(both.map((one) => accepted(shop, one)))
  shop.intercept.current = undefined
  return answers.map(({ error }) => error).toSorted()
}

test('of two who began, by an older and a newer link, one comes in; then no link is written and none works', async () => {
  expect(await twoBegan(sound)).toEqual(['invitation_void', null])
  expect(await writeFirstLink(sound.karat.db, 'http://localhost')).toBeNull()
})

test('the first owner is let in again by another, as everybody is', async () => {
  const first = await begun(sound, 'first@shop.example')
  expect((await accepted(sound, first)).error).toBeNull()
  const invited = (id: string) =>
    sound.karat.db.transaction((tx) => writeInvitation(tx, id, { sealing: sound.karat.sealing, publicUrl: '' }))
  const other = {
    email: 'second@shop.example',
    name: 'Diah',
    roles: ['owner' as const],
    language: 'en-US',
    invitedBy: first.id,
  }
  const id = await sound.karat.db.transaction((tx) => addPerson(tx, other))
  const tokenOf = ({ link }: { link: string }) => link.split('#')[1] ?? ''
  expect((await accepted(sound, { id, token: tokenOf(await invited(id)) })).error).toBeNull()
  const again = { id: first.id, token: tokenOf(await invited(first.id)) }
  expect((await accepted(sound, again)).error, 'their telephone was lost').toBeNull()
})

test('control: without taking turns both would be owners', async () =>
  expect(await twoBegan(broken, (text) => text.replace('pg_advisory_xact_lock(7240041)', '1'))).toEqual([null, null]))
