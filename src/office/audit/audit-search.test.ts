/** What people call a thing finds what was done to it. */
import { expect, test } from 'vitest'
import { signedIn } from '../../../tests/support/members.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { someSku, submitted } from '../../../tests/support/purchase.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn } from '../../../tests/support/staff.ts'
import { showSerial } from '../../catalogue/serial-rules.ts'
import { sql } from '../../db/database.ts'
import type { ActionView } from '../../staff/contract.ts'
import { recordAction } from '../../staff/record-action.ts'

const shop = openShop()

test('the log is searched by order number, serial number, e-mail and who did it', async () => {
  await freshTick(shop)
  const [owner, desk] = [await staffSignedIn(shop, 'owner'), await staffSignedIn(shop, 'desk')]
  const member = await signedIn(shop, 'Audited Member')
  const order = await submitted(shop, member, await someSku(shop))
  const piece = await shop.karat.db.row<{ serial: string }>(sql`select serial from catalogue.pieces limit 1`)
  const serial = showSerial(piece?.serial ?? '')
  const email = await shop.karat.db.row<{ email: string }>(
    sql`select email from identity.members where id = ${member.id}`,
  )
  const subjects = [
    { kind: 'order', id: order.order_id },
    { kind: 'piece', id: serial },
    { kind: 'member', id: member.id },
  ]
  for (const subject of subjects)
    await shop.karat.db.transaction((tx) =>
      recordAction(tx, desk.staff, { action: 'dashboard.see', subject, details: { did: 'look' } }),
    )
  const found = async (query: Record<string, string>) => {
    const { data } = await askStaff(
      shop,
      owner,
      `/audit/list?${new URLSearchParams({ ...query, action: 'dashboard.see' })}`,
    )
    return (data.rows as ActionView[]).map(({ subject_id }) => subject_id)
  }
  expect(await found({ subject: order.number.toLowerCase() })).toEqual([order.order_id])
  expect(await found({ subject: serial.replaceAll('-', '').toLowerCase() })).toEqual([serial])
  expect(await found({ subject: email?.email ?? '' })).toEqual([member.id])
  expect(await found({ subject: order.order_id })).toEqual([order.order_id])
  expect(await found({ subject: 'nothing of the kind' })).toEqual([])
  expect(await found({ by: desk.staff.name })).toHaveLength(3)
  expect(await found({ by: 'nobody of this name' })).toEqual([])
})
