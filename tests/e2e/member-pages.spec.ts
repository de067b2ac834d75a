/** The member's own settings, page by page: payout accounts, devices, profile, addresses of the account, messages. */
import { hash } from '@node-rs/argon2'
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, type Page, test } from './support/shop-test.ts'
import { callAs, codeFor } from './support/steps.ts'

test.use({ signedIn: true })
const main = (page: Page) => page.getByRole('main')
const [password, pin] = ['kopi-tubruk-pagi-hari', '739204']
const cheap = hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })

test.beforeEach(async ({ db, member }) => {
  await db.query('update identity.members set password_hash = $2 where id = $1', [member.id, await cheap])
})

/** An error stands beside its field and is tied to it. */
async function expectError(page: Page, label: string, words: string | RegExp) {
  const field = page.getByLabel(label, { exact: true })
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(words)
}

const ratna = (serial: number) => ({
  ...{ name: 'Ratna Wulandari', id_type: 'nik', number: `317106600890${serial}`, sex: 'female' },
  birth_date: '1990-08-20',
})

test('bindBankCard: first who one is, then the PIN; wrong input and a wrong PIN lose nothing; removed again', async ({
  page,
  db,
  member,
  watch,
}) => {
  watch.expect(/(403|422) \(.*user\/bindBankCard/)
  await page.goto('/user/bindBankCard')
  await expect(page.getByText('No account yet.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Verify my name' })).toHaveAttribute(
    'href',
    /return=\/user\/bindBankCard$/,
  )
  await callAs(page, member, '/user/realNameAuth', ratna(2001))
  await page.reload()
  await page.getByRole('link', { name: 'Set a PIN first' }).click()
  for (const name of ['New PIN', 'The same PIN again']) await page.getByLabel(name).fill(pin)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Set this PIN' }).click()
  await expect(page).toHaveURL(/\/user\/bindBankCard$/)

  const add = page.getByRole('button', { name: 'Add the bank account' })
  await add.click()
  await expectError(page, 'Bank', 'Choose a bank from the list.')
  await expect(page.getByLabel('Bank', { exact: true })).toBeFocused()
  await page.getByLabel('Bank', { exact: true }).pressSequentially('zzz')
  await expect(page.getByText('Nothing by this name.')).toBeVisible()
  await page.getByLabel('Bank', { exact: true }).fill('bca')
  await page.getByRole('option', { name: 'BCA' }).click()
  await page.getByLabel('Account number').fill('12345')
  await page.getByLabel('Account holder').fill('Bagus Prasetyo')
  await add.click()
  await expectError(page, 'Account number', 'BCA account numbers have 10 digits.')
  await expectError(page, 'Account holder', /Must be your verified name/)
  await expect(page.getByLabel('Account holder')).toHaveValue('Bagus Prasetyo')
  await page.getByLabel('Account number').fill('123 456 7890')
  await page.getByLabel('Account holder').fill('RATNA W.')
  await expect(page.getByText('The name matches your verified name.')).toBeVisible()
  await add.click()
  const dialog = page.getByRole('dialog', { name: 'Add the bank account' })
  await expect(dialog).toContainText('123 456 7890')
  await expect(dialog).toContainText('RATNA W.')
  await dialog.getByLabel('PIN').fill('739205')
  await dialog.getByRole('button', { name: 'Add BCA' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('This PIN is not right. Tries left: 2.')
  await dialog.getByLabel('PIN').fill(pin)
  await dialog.getByRole('button', { name: 'Add BCA' }).click()
  const row = page.getByRole('region', { name: 'Your accounts' }).getByRole('listitem')
  await expect(row).toContainText('BCA •••• 7890')
  await expect(row).toContainText('Default')
  await expect(row).toContainText(/Can be paid to from \d/)
  await expect(page.getByLabel('Account number')).toHaveValue('')

  await row.getByRole('button', { name: 'Remove: BCA •••• 7890' }).click()
  const question = page.getByRole('dialog', { name: 'Remove this account?' })
  await question.getByLabel('PIN').fill(pin)
  await question.getByRole('button', { name: 'Remove BCA •••• 7890' }).click()
  await expect(page.getByText('No account yet.')).toBeVisible()
  const { rows } = await db.query(
    'select removed_at is not null as gone from payouts.destinations where member_id = $1',
    [member.id],
  )
  expect(rows).toEqual([{ gone: true }])
})

test('bindAlipay: an e-wallet by its mobile number, the same one not twice, and made the default', async ({
  page,
  member,
  watch,
}) => {
  watch.expect(/409 \(.*user\/bindAlipay/)
  await callAs(page, member, '/user/realNameAuth', ratna(2002))
  await callAs(page, member, '/user/setPin', { pin, password })
  const bca = { bank: 'bca', number: '1234567890', holder: 'Ratna Wulandari', pin }
  await callAs(page, member, '/user/bindBankCard', bca)
  await page.goto('/user/bindBankCard')
  await page.getByRole('link', { name: 'E-wallet' }).click()
  await expect(page).toHaveURL(/\/user\/bindAlipay$/)
  const wallet = page.getByLabel('E-wallet', { exact: true })
  const number = page.getByLabel('Mobile number of the e-wallet')
  const add = page.getByRole('button', { name: 'Add the e-wallet' })
  async function bind() {
    await wallet.click()
    await page.getByRole('option', { name: 'DANA' }).click()
    await number.fill('0812 1000 4471')
    await add.click()
    const dialog = page.getByRole('dialog', { name: 'Add the e-wallet' })
    await dialog.getByLabel('PIN').fill(pin)
    await dialog.getByRole('button', { name: 'Add DANA' }).click()
    await expect(dialog).toBeHidden()
  }
  await wallet.press('ArrowDown')
  await page.getByRole('option', { name: 'GoPay' }).click()
  await number.fill('12')
  await add.click()
  await expectError(page, 'Mobile number of the e-wallet', 'Enter a mobile number such as 0812 3456 7890.')
  await bind()
  const rows = page.getByRole('region', { name: 'Your accounts' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await bind()
  await expectError(page, 'Mobile number of the e-wallet', 'This account is bound already.')
  await expect(number).toHaveValue('0812 1000 4471')
  await page.getByRole('button', { name: 'Make default: DANA •••• 4471' }).click()
  await expect(rows.nth(0), 'the default one stands above').toContainText('DANA •••• 4471')
  await expect(rows.nth(0)).toContainText('Default')
  await expectAccessible(page, 'bindAlipay with accounts and the form')
  await expectToFit(page, 'bindAlipay with accounts and the form')
})

test('devices: another session is listed and ended, this one stays', async ({ page, db, member }) => {
  await db.query(
    `insert into identity.sessions (token_hash, id, member_id, expires_at, device, address)
     values ($1, gen_random_uuid(), $2, now() + interval '1 day', 'Safari 18, iPhone', '203.0.113.7')`,
    [Buffer.from(member.id), member.id],
  )
  await page.goto('/user/security/sessions')
  const rows = page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'This device' }).getByRole('button')).toHaveCount(0)
  const end = rows.getByRole('button', { name: 'End: Safari 18, iPhone' })
  await end.click()
  const question = page.getByRole('alertdialog', { name: 'End this session?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(rows).toHaveCount(2)
  await end.click()
  await question.getByRole('button', { name: 'End' }).click()
  await expect(rows).toHaveCount(1)
  await expect(page.getByText('You are signed in nowhere else.')).toBeVisible()
})

test('editUser: an empty name is refused; the new one stands in the personal data', async ({ page }) => {
  await page.goto('/user/personalData')
  await expect(main(page).getByText(/^\S••••@karat\.test$/)).toBeVisible()
  await page.getByRole('link', { name: /^Change ?: Name shown$/ }).click()
  await expect(page).toHaveURL(/\/user\/editUser$/)
  const save = page.getByRole('button', { name: 'Save changes' })
  await page.getByLabel('Name shown').fill('  ')
  await save.click()
  await expectError(page, 'Name shown', /Enter your name\./)
  await page.getByLabel('Name shown').fill('Ratna W.')
  await save.click()
  await expect(page).toHaveURL(/\/user\/personalData$/)
  await expect(main(page).getByText('Ratna W.')).toBeVisible()
})

test('settingEmail: for an account by mobile number; a wrong address, password and code, then it is set', async ({
  page,
  db,
  member,
  watch,
}) => {
  watch.expect(/4\d\d \(.*[sS]ettingEmail/)
  const fresh = `first-${member.id}@karat.test`
  const mobile = `+62811${member.id.replace(/\D/g, '').slice(-8).padStart(8, '2')}`
  await db.query('update identity.members set email = null, mobile = $2 where id = $1', [member.id, mobile])
  await page.goto('/user')
  await page.getByRole('link', { name: /^Add ?: .*e-mail/i }).click()
  await expect(page).toHaveURL(/\/user\/settingEmail$/)
  const [email, word, send] = [
    page.getByLabel('E-mail', { exact: true }),
    page.getByLabel('Password', { exact: true }),
    page.getByRole('button', { name: 'Send the code' }),
  ]
  await email.fill('ratna@nowhere')
  await word.fill('not this one')
  await send.click()
  await expectError(page, 'E-mail', /Enter an e-mail address such as/)
  await email.fill(fresh)
  await send.click()
  await expectError(page, 'Password', 'This is not your password.')
  await expect(email).toHaveValue(fresh)
  await word.fill(password)
  await send.click()
  const code = await expect
    .poll(() => codeFor(page, fresh).catch(() => ''))
    .toMatch(/^\d{6}$/)
    .then(() => codeFor(page, fresh))
  await page.getByLabel('6-digit code').fill(code === '000000' ? '111111' : '000000')
  await page.getByRole('button', { name: 'Set the address' }).click()
  await expectError(page, '6-digit code', 'This code is not right. Tries left: 4.')
  await page.getByLabel('6-digit code').fill(code)
  await page.getByRole('button', { name: 'Set the address' }).click()
  await expect(page).toHaveURL(/\/user\/personalData$/)
  await page.goto('/user/settingEmail')
  await expect(page.getByRole('link', { name: 'Change the e-mail address' })).toBeVisible()
})

test('settingPwd says that there is a password and leads to changing it, where a wrong one is refused', async ({
  page,
}) => {
  await page.goto('/user/settingPwd')
  await page.getByRole('link', { name: 'Change the password' }).click()
  await expect(page).toHaveURL(/\/user\/changePwd$/)
  await page.getByLabel('Current password').fill(password)
  await page.getByLabel('New password').fill('pendek')
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expectError(page, 'New password', /At least 8 characters\./)
})

test('messages: what is chosen is kept and provable; when saving fails the choice stays', async ({
  page,
  db,
  member,
  watch,
}) => {
  watch.expect(/set_message_choices/)
  await page.goto('/user/messageChoices')
  const news = page.getByRole('checkbox', { name: /^News and offers/ })
  await expect(news).not.toBeChecked()
  await news.check()
  await page.route('**/user/set_message_choices', (route) => route.abort())
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('System Error')).toBeVisible()
  await expect(news).toBeChecked()
  await page.unroute('**/user/set_message_choices')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  await page.reload()
  await expect(news).toBeChecked()
  await expect(page.getByRole('checkbox', { name: /^A piece is back/ })).not.toBeChecked()
  const { rows } = await db.query('select topic, agreed, how from mail.consents where member_id = $1', [member.id])
  expect(rows).toEqual([{ topic: 'news', agreed: true, how: 'chosen in the account' }])
})

test.describe('signed out', () => {
  test.use({ signedIn: false })

  test('forgotpassword, unlockAccount and verifyAccount: what cannot be right is said where it is typed', async ({
    page,
    watch,
  }) => {
    watch.expect(/4\d\d \(.*verifyAccount/)
    for (const [path, send] of [
      ['/forgotpassword', 'Send the link'],
      ['/unlockAccount', 'Send the code'],
    ] as const) {
      await page.goto(path)
      await page.getByLabel('E-mail or mobile number').fill('ratna@nowhere')
      await page.getByRole('button', { name: send }).click()
      await expectError(page, 'E-mail or mobile number', /Enter an e-mail address such as/)
      await expect(page.getByLabel('E-mail or mobile number')).toHaveValue('ratna@nowhere')
    }
    await page.goto('/verifyAccount')
    await expect(page.getByText('Open the link in the message that we sent to the new address.')).toBeVisible()
    await page.goto('/')
    await page.goto(`/verifyAccount#${'a'.repeat(43)}`)
    await page.getByRole('button', { name: 'Confirm this address' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'This link is no longer valid' })).toBeVisible()
  })
})
