/** Savings plans on the page of their member. */
import type pg from 'pg'
import { pin } from './gold.ts'
import type { Member, Page } from './shop-test.ts'

export const ownPlans = (page: Page) =>
  page
    .getByRole('region', { name: 'Your savings plans' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })

export const newPlan = (page: Page) => page.getByRole('region', { name: 'New savings plan' })

/** Says yes with the PIN to what the dialog says. */
export async function agree(page: Page, action: string) {
  const dialog = page.getByRole('dialog', { name: 'Confirm your savings plan' })
  await dialog.getByLabel('PIN').fill(pin)
  await dialog.getByRole('button', { name: action }).click()
}

/** The run that is next is due now; the round comes by itself. */
export const makeDue = (db: pg.Pool, { id }: Member) =>
  db.query(
    `update vault.plans set due_on = (now() at time zone 'Asia/Jakarta')::date, next_at = now() where member_id = $1 and state = 'active'`,
    [id],
  )
