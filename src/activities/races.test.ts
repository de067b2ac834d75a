/** Two at the same moment: one of them has it. Each control shows what would happen without what sees to it. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { approve, movesOf, submitted } from '../../tests/support/activities.ts'
import { metAt } from '../../tests/support/meeting.ts'
import { signedIn, type TestMember } from '../../tests/support/members.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { call } from '../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../tests/support/shop.ts'
import { staffSignedIn, type TestStaff } from '../../tests/support/staff.ts'

const shop = openShop()
/** What the planted bug breaks must not be found elsewhere. */
const broken = openShop()
beforeAll(() => asOwner(broken.connectionString, ['alter table activities.activities disable trigger guard_activity']))
beforeEach(() => {
  shop.intercept.current = undefined
  broken.intercept.current = undefined
})

type Scene = { on: Shop; staff: TestStaff; member: TestMember }
const scene = async (on: Shop): Promise<Scene> => ({
  on,
  staff: await staffSignedIn(on, 'content'),
  member: await signedIn(on),
})
const codeOf = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (refused) => refused.code,
  )

/** The approval of the staff and the holder's second thought; where each took it. */
async function approveBesideTakeBack({ on, staff, member }: Scene, plant?: (text: string) => Promise<string>) {
  const one = await submitted(on, member)
  on.intercept.current = plant
  const [approved, back] = await Promise.all([
    codeOf(approve(on, staff, one)),
    call(on, member, '/activity/takeBack', { activity_id: one.activity_id }),
  ])
  on.intercept.current = undefined
  return { errors: [approved, back.error], moves: (await movesOf(on, one.activity_id)).slice(2) }
}

test('an approval beside a taking back: one of them moves it, and the other is told', async () => {
  const of = await scene(shop)
  for (let times = 0; times < 3; times++)
    expect([
      { errors: [null, 'activity_state'], moves: ['submitted approved staff', 'approved live system'] },
      { errors: ['activity_state', null], moves: ['submitted draft member'] },
    ]).toContainEqual(await approveBesideTakeBack(of))
})

test('control: without the hold and the state that is expected, both would move it', async () => {
  const { errors, moves } = await approveBesideTakeBack(
    await scene(broken),
    metAt(/update activities.activities set state/, 2, (text) =>
      text.replace('for no key update', '').replace(/and state = (\$\d+)/, 'and $1::text is not null'),
    ),
  )
  expect(errors).toEqual([null, null])
  expect(moves).toEqual(expect.arrayContaining(['submitted approved staff', 'submitted draft member']))
})
