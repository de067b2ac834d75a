/** A counter-offer that its member answers while its deadline passes: one of the two moves the case. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { consigned, desk, handedOver } from '../../tests/support/goldback.ts'
import { meetingAt } from '../../tests/support/meeting.ts'
import type { TestMember } from '../../tests/support/members.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { call } from '../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../tests/support/shop.ts'
import { staffSignedIn } from '../../tests/support/staff.ts'
import { openVault, PIN, vaultMember } from '../../tests/support/vault.ts'
import { sql } from '../db/database.ts'
import { endLate } from './end-late.ts'

const shop = openShop()
/** What the planted bug breaks must not be found elsewhere. */
const broken = openShop()
beforeAll(async () => {
  await Promise.all([openVault(shop), openVault(broken)])
  await asOwner(broken.connectionString, ['alter table goldback.cases disable trigger guard_case'])
})
beforeEach(async () => {
  shop.intercept.current = undefined
  broken.intercept.current = undefined
})

async function offered(on: Shop): Promise<{ member: TestMember; caseId: string }> {
  await freshTick(on)
  const member = await vaultMember(on)
  const serials = await handedOver(on, member)
  const made = await consigned(on, member, serials)
  const at = desk(on, await staffSignedIn(on, 'desk'), made)
  await at.receive(serials)
  await at.inspect({ weighed: '9.8640', assayed: 9999 })
  await at.show()
  expect((await at.decide('offer')).error).toBeNull()
  return { member, caseId: made.case_id }
}

/** To the round its time is over; the member looked while it was not. */
const timeIsOver = (text: string) => text.replace('and answer_until < now()', '')

/** Both at once; where each took the case. */
async function bothAtOnce(on: Shop, { member, caseId }: { member: TestMember; caseId: string }) {
  const [answer, ended] = await Promise.all([
    call(on, member, '/trade/goldBack_answer', { case_id: caseId, accept: true, pin: PIN }),
    endLate(on.karat),
  ])
  on.intercept.current = undefined
  const moves = await on.karat.db.rows<{ to: string }>(sql`
    select to_state as "to" from goldback.moves where case_id = ${caseId} and from_state = 'counter_offer'`)
  return { error: answer.error, ended, moves: moves.map(({ to }) => to) }
}

test('an answer and the end of its time at the same moment: one of them moves the case, and the other is told', async () => {
  for (let times = 0; times < 3; times++) {
    const of = await offered(shop)
    shop.intercept.current = timeIsOver
    const { error, ended, moves } = await bothAtOnce(shop, of)
    expect([
      { error: null, ended: 0, moves: ['accepted'] },
      { error: 'goldback_state', ended: 1, moves: ['rejected'] },
    ]).toContainEqual({ error, ended, moves })
  }
})

test('control: without the hold on the case and the state that is expected of it, both would move it', async () => {
  const of = await offered(broken)
  const meet = meetingAt('update goldback.cases set state', 2)
  broken.intercept.current = async (text) => {
    await meet(text)
    return timeIsOver(text)
      .replace('for no key update skip locked', '')
      .replace('for no key update', '')
      .replace(/and state = (\$\d+)/, 'and $1::text is not null')
  }
  expect((await bothAtOnce(broken, of)).moves.sort()).toEqual(['accepted', 'rejected'])
})
