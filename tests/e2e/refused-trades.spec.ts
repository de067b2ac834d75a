/**
 * Every trade, as it is refused: a wrong PIN, another window that was faster, a double click, a session that ended before the PIN, too low a
 * level, a balance that is gone. Each time the page says what to do, what was typed stands, and nothing moved; each time at both sizes, where
 * the next thing is pressed at the other one. A halted price: stale.alone.spec.ts. Which state is shown where: docs/trade-states.md.
 */
import { confirm, pin } from './support/gold.ts'
import { expect, test, type Watch } from './support/shop-test.ts'
import { atBothSizes, endSessions, knowDevice, signInAgain } from './support/steps.ts'
import { type Stage, type Trade, takeAll, trades } from './support/trades.ts'

test.use({ signedIn: true })
test.describe.configure({ timeout: 120_000 })

for (const trade of trades)
  test(`${trade.name}: a wrong PIN, two windows, a double click, a session that ended, a balance that is gone`, async ({
    page,
    db,
    member,
    watch,
  }) => {
    watch.expect(/40[39] \(.*(trade\/|pay_order|security)/)
    const stage = { page, db, member }
    await trade.ready(stage)
    // A level that was lost keeps nothing in: only a purchase asks for one.
    if (trade.name !== 'purchase') await atLevel(stage, 0)
    await knowDevice(page, db, member.email)
    await page.goto(await trade.at(stage))
    await trade.fill(page)
    await inTwoWindows(trade, stage)
    await trade.again(stage)
    await afterTheSession(trade, stage, watch)
    if (trade.name === 'purchase') await belowTheLevel(trade, stage)
    await withoutBalance(trade, stage)
  })

const made = async ({ count }: Trade, { db, member }: Stage): Promise<number> =>
  Number((await db.query(`select count(*) from ${count}`, [member.id])).rows[0].count)

const atLevel = ({ db, member }: Stage, level: number) =>
  db.query('update kyc.levels set level = $2 where member_id = $1', [member.id, level])

/** Each window makes its own, and a double click makes one. */
async function inTwoWindows(trade: Trade, stage: Stage) {
  const { page } = stage
  await trade.ask(page)
  const dialog = await confirm(page, '739205', trade.action)
  const wrong = dialog.getByRole('alert')
  await atBothSizes(page, () => expect(wrong).toHaveText('This PIN is not right. Tries left: 2.'))
  await trade.elsewhere(stage)
  if (trade.afterElsewhere) await trade.afterElsewhere(stage)
  await dialog.getByLabel('PIN').fill(pin)
  await dialog.getByRole('button', { name: trade.action }).dblclick()
  await atBothSizes(page, () => expect(trade.made(page)).toBeVisible())
  await expect(dialog).toBeHidden()
  expect(await made(trade, stage)).toBe(2)
}

/** The way leads to sign-in and back, and everything stands as it was typed. */
async function afterTheSession(trade: Trade, stage: Stage, watch: Watch) {
  const { page, db, member } = stage
  const at = page.url()
  await trade.ask(page)
  await expect(page.getByRole('dialog', { name: 'Enter your PIN' })).toBeVisible()
  await endSessions(db, member.id, watch)
  await confirm(page, pin, trade.action)
  const tips = page.getByRole('alertdialog', { name: 'Tips' })
  await atBothSizes(page, () => expect(tips).toContainText('The current operation requires you to log in~'))
  await tips.getByRole('button', { name: 'Log in' }).click()
  await signInAgain(page, member)
  await expect(page).toHaveURL(at)
  await atBothSizes(page, () => trade.typed(page))
  expect(await made(trade, stage)).toBe(2)
}

async function belowTheLevel(trade: Trade, stage: Stage) {
  const { page } = stage
  await atLevel(stage, 0)
  await trade.ask(page)
  await confirm(page, pin, trade.action)
  const notice = page.getByRole('alert').filter({ hasText: 'This needs level T1' })
  await atBothSizes(page, () => expect(notice).toContainText('Your money has not moved.'))
  await expect(notice.getByRole('link', { name: 'Verify now' })).toHaveAttribute(
    'href',
    '/user/realNameAuth?return=%2Fuser%2Ftrade%2Fpurchase',
  )
  await trade.typed(page)
  await atLevel(stage, 3)
}

async function withoutBalance(trade: Trade, stage: Stage) {
  const { page, db, member } = stage
  await trade.ask(page)
  await (trade.spend ? trade.spend(stage) : takeAll(db, member, trade.asset))
  const before = await made(trade, stage)
  await confirm(page, pin, trade.action)
  await atBothSizes(page, () => trade.tooLow(page))
  await trade.typed(page)
  expect(await made(trade, stage)).toBe(before)
}
