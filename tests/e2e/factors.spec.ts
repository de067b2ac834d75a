/** Second factors and the security pages as a member uses them, in a browser with a virtual authenticator. */
import { Secret } from 'otpauth'
import { totpCode } from '../../src/credentials/totp.ts'
import { expect, type Page, test } from './support/shop-test.ts'
import { callAs, moveTo } from './support/steps.ts'

const ratna = { account: 'ratna@karat.test', password: 'kopi-tubruk-pagi-hari' }

test.use({ signedIn: true })

/** The fixture's member cannot know a password: this gives them Ratna's. */
const givePassword = (db: import('pg').Pool, id: string) =>
  db.query(
    `update identity.members set password_hash =
      (select password_hash from identity.members where email = $1) where id = $2`,
    [ratna.account, id],
  )

async function virtualAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

test('an authenticator app is set up, asked for, and turned off; recovery codes are shown once', async ({
  page,
  db,
  member,
  watch,
}) => {
  watch.expect(/status of (401|422)/)
  await givePassword(db, member.id)
  await page.goto('/user/security/authenticator')
  await page.getByRole('button', { name: 'Set up the app' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Set up the app' }).click()
  await expect(page.locator('.field-error')).toHaveText('The password is not right.')
  await page.getByLabel('Password', { exact: true }).fill(ratna.password)
  await page.getByRole('button', { name: 'Set up the app' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const typed = (await page.locator('[data-secret]').innerText()).replace(/\s/g, '')
  const secret = Buffer.from(Secret.fromBase32(typed).bytes)
  await page.getByLabel('Code from the app').fill('000000')
  await page.getByRole('button', { name: 'Turn it on' }).click()
  await expect(page.locator('.field-error')).toContainText('The code is not right')
  await page.getByLabel('Code from the app').fill(totpCode(secret, Date.now() - 30_000))
  await page.getByRole('button', { name: 'Turn it on' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = await codes.nth(0).innerText() // any of the ten
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toBe('recovery-codes.txt')
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByRole('heading', { name: 'The authenticator app is on' })).toBeVisible()
  await expect(page.getByText('Recovery codes left: 10 of 10')).toBeVisible()
  await page.getByRole('button', { name: 'Turn off the app' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill(ratna.password)
  await dialog.getByLabel(/recovery code/).fill(recovery)
  await dialog.getByRole('button', { name: 'Turn off the app' }).click()
  await expect(page.getByRole('button', { name: 'Set up the app' })).toBeVisible()
})

test('in a browser that is not known the app is asked for after the password', async ({ page, db, member, watch }) => {
  watch.expect(/status of (401|422)/) // the page may ask for something as they log out
  await givePassword(db, member.id)
  const begun = await callAs<{ secret: string }>(page, member, '/user/beginAuthenticator', {
    password: ratna.password,
  })
  const secret = Buffer.from(Secret.fromBase32(begun.secret).bytes)
  await callAs(page, member, '/user/confirmAuthenticator', { code: totpCode(secret, Date.now() - 30_000) })
  await page.goto('/user')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/login')
  await page.getByLabel('E-mail or mobile number').fill(member.email)
  await page.getByRole('main').getByLabel('Password', { exact: true }).fill(ratna.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByLabel(/recovery code/).fill('000000')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.locator('.field-error')).toContainText('The code is not right')
  await page.getByLabel(/recovery code/).fill(totpCode(secret, Date.now()))
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Welcome, Ratna Wulandari' })).toBeVisible()
})

test('a passkey is added, signs in by itself, and is removed', async ({ page, db, member, watch }) => {
  watch.expect(/status of (401|422)/)
  await givePassword(db, member.id)
  const { cdp, authenticatorId } = await virtualAuthenticator(page)
  await page.goto('/user/security/passkeys')
  await expect(page.getByText('No passkey yet.')).toBeVisible()
  await page.getByLabel('Name of the passkey').fill('My laptop')
  await page.getByLabel('Password', { exact: true }).fill(ratna.password)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('region', { name: 'Your passkeys' }).getByRole('listitem')).toContainText('My laptop')
  await page.goto('/user')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/login')
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.locator('.field-error')).toBeVisible()
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome, Ratna Wulandari' })).toBeVisible()
  await page.goto('/user/security/passkeys')
  await page.getByRole('button', { name: 'Remove: My laptop' }).click()
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(ratna.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No passkey yet.')).toBeVisible()
})

test('another person in the same browser sees nothing of the first, whose token is dead', async ({
  page,
  member,
  db,
  watch,
}) => {
  watch.expect(/status of 401/)
  await db.query(`update identity.members set name = 'Siti Nurhaliza' where id = $1`, [member.id])
  await page.goto('/user/personalData')
  await expect(page.getByText('Siti Nurhaliza')).toBeVisible()
  await page.goto('/user')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')
  const old = await page.request.get('/api/storeid/user/userInfo', {
    headers: { authorization: `Bearer ${member.token}` },
  })
  expect(old.status()).toBe(401)
  const other = { id: '00000000-0000-4000-8000-000000000001', token: 'b'.repeat(43) }
  await db.query(
    `insert into identity.members (id, email, name, store, language, password_hash, agreement_version)
       values ($1, 'second-person@karat.test', 'Bagus Prasetyo', 'id', 'en-US', '-', '2026-11-24') on conflict do nothing`,
    [other.id],
  )
  await db.query(
    `insert into identity.sessions (token_hash, id, member_id, expires_at, device, address)
       values (sha256($1::text::bytea), gen_random_uuid(), $2, now() + interval '1 day', 'test', '127.0.0.1')
       on conflict do nothing`,
    [other.token, other.id],
  )
  await page.evaluate((value) => {
    localStorage.setItem('token', value.token)
    localStorage.setItem('userInfo', JSON.stringify({ id: value.id, name: 'Bagus Prasetyo' }))
    localStorage.setItem('isLogin', '1')
  }, other)
  await page.goto('/')
  for (const path of ['/user', '/user/personalData', '/user/security', '/user/security/sessions', '/user/editUser']) {
    await moveTo(page, path)
    await expect(page.locator('main h1')).toBeVisible()
    expect(await page.content(), path).not.toMatch(/Siti|019[0-9a-f]{5}-[0-9a-f-]{27}@karat\.test/)
  }
})
