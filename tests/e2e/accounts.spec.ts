/** Getting into an account, back into it, and changing what it is guarded by. */
import { hash } from '@node-rs/argon2'
import type { Pool } from 'pg'
import { expect, type Page, test } from './support/shop-test.ts'
import { codeFor, knowDevice } from './support/steps.ts'

const password = 'kopi-tubruk-pagi-hari'
const newPassword = 'angin-lembah-malam-hari'
const cheap = hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
const main = (page: Page) => page.getByRole('main')

async function givePassword(db: Pool, memberId: string) {
  await db.query('update identity.members set password_hash = $2 where id = $1', [memberId, await cheap])
}

/** The address of the newest link to somebody, as a person copies it from the mailbox. */
async function linkFor(page: Page, to: string): Promise<string> {
  const answer = await page.request.get('/dev/mailbox.json', { params: { to } })
  const { messages } = await answer.json()
  const link = messages.flatMap(({ body }: { body: string }) => /https?:\/\/\S+#[\w-]{43}/.exec(body)?.[0] ?? [])[0]
  return new URL(link).pathname + new URL(link).hash
}

test('a new device: a wrong password is said and the account stays; after the right one a code, wrong ones are said, then the account opens and the device is known', async ({
  page,
  db,
  member,
  watch,
}) => {
  watch.expect(/4\d\d \(.*user\/login/)
  await givePassword(db, member.id)
  await page.goto('/login')
  await page.getByLabel('E-mail or mobile number').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill('not her password')
  await main(page).getByRole('button', { name: 'Log in' }).click()
  await expect(main(page).getByRole('alert')).toBeVisible()
  await expect(page.getByLabel('E-mail or mobile number')).toHaveValue(member.email)
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await main(page).getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'One more step' })).toBeVisible()
  await expect(page.getByText(/Another code can be sent in/)).toBeVisible()
  const field = page.getByLabel('6-digit code')
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(field).toHaveAttribute('inputmode', 'numeric')
  await expect.poll(() => codeFor(page, member.email).catch(() => '')).toMatch(/^\d{6}$/)
  const code = await codeFor(page, member.email)
  await field.fill(code === '000000' ? '111111' : '000000')
  await main(page).getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('This code is not right. Tries left: 4.')).toBeVisible()
  await field.fill(` ${code.slice(0, 3)} ${code.slice(3)}`)
  await main(page).getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/user$/)
  expect(await page.evaluate(() => localStorage.getItem('device'))).toMatch(/^[\w-]{43}$/)
})

test('a code instead of the password', async ({ page, member }) => {
  await page.goto('/login')
  await page.getByRole('radio', { name: 'With a code' }).check({ force: true })
  await main(page).getByRole('button', { name: 'Send the code' }).click()
  await expect(page.getByText(/Enter an e-mail address such as/)).toBeVisible()
  await page.getByLabel('E-mail or mobile number').fill(member.email)
  await main(page).getByRole('button', { name: 'Send the code' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Enter the code' })).toBeVisible()
  await page.getByLabel('6-digit code').fill(await codeFor(page, member.email))
  await main(page).getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/user$/)
})

test('forgotten: the same answer for an account that nobody has; the link leaves the address, works once', async ({
  page,
  member,
  watch,
}) => {
  watch.expect(/422 \(.*resetPwd/)
  for (const account of [`nobody-${member.id}@karat.test`, member.email]) {
    await page.goto('/forgotpassword')
    await page.getByLabel('E-mail or mobile number').fill(account)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Look for our message' })).toBeVisible()
    await expect(page.getByText(`If there is an account with ${account}, a link is on its way.`)).toBeVisible()
  }
  const link = await linkFor(page, member.email)
  await page.goto(link)
  await expect(page.getByLabel('New password')).toBeVisible()
  await expect(page).toHaveURL(/\/resetPwd$/)
  await page.getByLabel('New password').fill('short')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'At least 8 characters.' })).toBeVisible()
  await page.getByLabel('New password').fill('password123')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByText(/among the first that a stranger would try/)).toBeVisible()
  await page.getByLabel('New password').fill(newPassword)
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your password is new' })).toBeVisible()
  await page.goto('/')
  await page.goto(link)
  await page.getByLabel('New password').fill(newPassword)
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'This link is no longer valid' })).toBeVisible()
})

test('an alarm freezes at one press, and the account is unlocked with code and password', async ({
  page,
  db,
  member,
  watch,
}) => {
  watch.expect(/40[013] \(|422 \(/)
  await givePassword(db, member.id)
  await page.goto('/login')
  await page.evaluate(
    ([token, id]) => {
      localStorage.setItem('token', token ?? '')
      localStorage.setItem('userInfo', JSON.stringify({ id, name: 'Ratna' }))
      localStorage.setItem('isLogin', '1')
    },
    [member.token, member.id],
  )
  await page.goto('/user/changePwd')
  await page.getByLabel('Current password').fill('not this one')
  await page.getByLabel('New password').fill(newPassword)
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect(page.getByText('This is not your password.')).toBeVisible()
  await expect(page.getByLabel('New password')).toHaveValue(newPassword)
  await page.getByLabel('Current password').fill(password)
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect(page).toHaveURL(/\/user\/security$/)

  await page.goto(await linkFor(page, member.email))
  await expect(page).toHaveURL(/\/freezeAccount$/)
  await page.getByRole('button', { name: 'Freeze the account now' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'The account is frozen' })).toBeVisible()
  await main(page).getByRole('link', { name: 'Unlock account' }).click()
  await page.getByLabel('E-mail or mobile number').fill(member.email)
  await page.getByRole('button', { name: 'Send the code' }).click()
  await expect(page.getByLabel('6-digit code')).toBeVisible()
  await page.getByLabel('6-digit code').fill(await codeFor(page, member.email))
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Unlock account' }).click()
  await expect(page.getByText('This is not your password.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(newPassword)
  await page.getByRole('button', { name: 'Unlock account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'The account is unlocked' })).toBeVisible()
})

test.describe('signed in', () => {
  test.use({ signedIn: true })
  test.beforeEach(async ({ db, member }) => givePassword(db, member.id))

  test('another e-mail address: its link is pressed once; the old address can take it back', async ({
    page,
    db,
    member,
    watch,
  }) => {
    watch.expect(/40[19] \(|422 \(/)
    const fresh = `new-${member.id}@karat.test`
    await page.goto('/user/changeEmail')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByText('Enter an e-mail address such as name@mail.com.')).toBeVisible()
    await page.getByLabel('New e-mail address').fill(fresh)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByText(`We sent a link to ${fresh}.`)).toBeVisible()
    const cancel = await linkFor(page, member.email)
    await page.goto(await linkFor(page, fresh))
    await page.getByRole('button', { name: 'Confirm this address' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'The address is confirmed' })).toBeVisible()
    await page.goto(cancel)
    await page.getByRole('button', { name: 'Cancel the change now' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'The change is cancelled' })).toBeVisible()
    const { rows } = await db.query('select email from identity.members where id = $1', [member.id])
    expect(rows).toEqual([{ email: member.email }])
  })

  test('another mobile number, with the code that it got', async ({ page, member, watch }) => {
    watch.expect(/422 \(.*confirmMobile/)
    const number = `0899${member.id.replace(/\D/g, '').slice(-8).padStart(8, '1')}`
    await page.goto('/user/changeMobile')
    await page.getByLabel('New mobile number').fill('12')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Send the code' }).click()
    await expect(page.getByText('Enter a mobile number such as 0812 3456 7890.')).toBeVisible()
    await page.getByLabel('New mobile number').fill(number)
    await page.getByRole('button', { name: 'Send the code' }).click()
    await expect(page.getByLabel('6-digit code')).toBeVisible()
    const code = await codeFor(page, `+62${number.slice(1)}`)
    await page.getByLabel('6-digit code').fill(code === '000000' ? '111111' : '000000')
    await page.getByRole('button', { name: 'Confirm this number' }).click()
    await expect(page.getByText('This code is not right. Tries left: 4.')).toBeVisible()
    await page.getByLabel('6-digit code').fill(code)
    await page.getByRole('button', { name: 'Confirm this number' }).click()
    await expect(page).toHaveURL(/\/user\/personalData$/)
  })

  test('the PIN: the dialog says what it is for and keeps open on a wrong one; changed by the old one; a locked one leads to unlocking', async ({
    page,
    db,
    member,
    watch,
  }) => {
    watch.expect(/40[03] \(/)
    await knowDevice(page, db, member.email)
    await page.goto('/user/changePaypwd')
    await page.getByLabel('New PIN').fill('123456')
    await page.getByLabel('The same PIN again').fill('123456')
    await expect(page.getByText('This PIN is easy to guess. Choose another one.')).toBeVisible()
    for (const name of ['New PIN', 'The same PIN again']) await page.getByLabel(name).fill('482913')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Set this PIN' }).click()
    await page.getByRole('button', { name: 'Check the PIN' }).click()
    const dialog = page.getByRole('dialog', { name: 'Check the PIN' })
    await expect(dialog.getByText('Checks whether you know your PIN. Nothing moves.')).toBeVisible()
    const field = dialog.getByLabel('PIN')
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('inputmode', 'numeric')
    await expect(field).toHaveAttribute('autocomplete', 'off')
    await field.fill('000000')
    await dialog.getByRole('button', { name: 'Check the PIN' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('This PIN is not right. Tries left: 2.')
    await field.fill('482913')
    await dialog.getByRole('button', { name: 'Check the PIN' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('The PIN was right.')).toBeVisible()

    await page.getByRole('button', { name: 'Change the PIN' }).click()
    await page.getByLabel('PIN now').fill('482914')
    for (const name of ['New PIN', 'The same PIN again']) await page.getByLabel(name).fill('730286')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Save the new PIN' }).click()
    await expect(page.getByText('This PIN is not right. Tries left: 2.')).toBeVisible()
    await page.getByLabel('PIN now').fill('482913')
    await page.getByRole('button', { name: 'Save the new PIN' }).click()
    await expect(page.getByText('Your PIN is changed')).toBeVisible()
    await db.query('update identity.members set pin_tries_used = 3, pin_locked_at = now() where id = $1', [member.id])
    await page.reload()
    await expect(page.getByText('Your PIN is locked')).toBeVisible()
    await main(page).getByRole('link', { name: 'Unlock account' }).click()
    await expect(page).toHaveURL(/\/unlockAccount$/)
  })
})
