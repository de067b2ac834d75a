/** The identity desk as the staff use it: queue, documents side by side, decisions, levels by two people, large days. */
import { randomBytes } from 'node:crypto'
import { apply, verificationOf } from './support/applicant.ts'
import { expect, type Member, type Page, test } from './support/shop-test.ts'
import { askAs, newStaff, signInAs, signInInstead } from './support/staff.ts'
import { moveTo } from './support/steps.ts'

const someName = () => `Melati ${[...randomBytes(5)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('')}`
const levelOf = async (page: Page, member: Member) => (await verificationOf(page, member)).level

test('the queue by keys, the documents side by side, a reason, the next one; the member has the level', async ({
  page,
  db,
  member,
}) => {
  const name = someName()
  await db.query('update identity.members set name = $2 where id = $1', [member.id, name])
  await apply(page, member, name)
  await signInAs(page, await newStaff(db, 'desk'))
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Identity checks to decide' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Identity' })).toBeVisible()
  await expect(page.getByLabel('Name, e-mail or mobile')).toBeVisible()
  await expect(page.locator('.office-open').nth(0)).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(page.locator('.office-rows tbody tr')).toHaveCount(1)
  await page.locator('.office-open').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  for (const kind of ['Identity card', 'Selfie', 'Proof of address', 'Signature'])
    await expect(page.getByRole('img', { name: `${kind} of ${name}` })).toBeVisible()
  await expect(page.getByText('•••• ')).toBeVisible()
  const card = page.getByRole('img', { name: `Identity card of ${name}` })
  const looks = () => card.evaluate((image: HTMLElement) => image.style.transform)
  expect(await looks()).toContain('scale(1)')
  await page.getByRole('button', { name: `Identity card of ${name}` }).focus()
  await page.keyboard.press('+')
  await expect.poll(looks).toContain('scale(1.4)')
  await page.keyboard.press('r')
  await expect.poll(looks).toContain('rotate(90deg)')
  await page.keyboard.press('0')
  await expect.poll(looks).toContain('rotate(0deg) scale(1)')
  await page.getByRole('button', { name: 'Enlarge: Identity card' }).click()
  await expect.poll(looks).toContain('scale(1.4)')
  await page.getByRole('button', { name: `Identity card of ${name}` }).hover()
  await page.getByRole('button', { name: `Identity card of ${name}` }).focus()
  await page.mouse.wheel(0, -400)
  await expect.poll(looks).not.toContain('scale(1.4)')
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(dialog.getByText('Say why, in at least 3 characters.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Card, face and address agree')
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/kyc\?q=/)
  await expect(page.getByText('That was the last one that waited.')).toBeVisible()
  expect(await levelOf(page, member)).toBe('T2')
  const { rows } = await db.query(
    `select count(*)::int as looks from kyc.views v join kyc.documents d on d.id = v.document_id
     where d.member_id = $1 and v.viewer like 'staff:%'`,
    [member.id],
  )
  expect(rows[0].looks).toBe(4)
})

test('two fingers and arrows stay within the picture; a look needs a reason once nothing waits; no picture is left behind', async ({
  page,
  db,
  member,
  watch,
}) => {
  watch.expect(/422/)
  const name = someName()
  await apply(page, member, name)
  await page.addInitScript(() => {
    const pictures = { made: 0, live: new Set<string>() }
    const [make, revoke] = [URL.createObjectURL.bind(URL), URL.revokeObjectURL.bind(URL)]
    URL.createObjectURL = (thing) => {
      const address = make(thing)
      pictures.made++
      pictures.live.add(address)
      return address
    }
    URL.revokeObjectURL = (address) => {
      pictures.live.delete(address)
      revoke(address)
    }
    Object.assign(window, { pictures })
  })
  const pictures = () =>
    page.evaluate(() => {
      const { made, live } = (window as unknown as { pictures: { made: number; live: Set<string> } }).pictures
      return { made, live: live.size }
    })
  await signInAs(page, await newStaff(db, 'desk'))
  await page.goto(`/admin/kyc/review?id=${member.id}&review=documents`)
  const frame = page.getByRole('button', { name: `Identity card of ${name}` })
  const card = page.getByRole('img', { name: `Identity card of ${name}` })
  const looks = () => card.evaluate((image: HTMLElement) => image.style.transform)
  await frame.focus()
  for (let times = 0; times < 40; times++) await page.keyboard.press('ArrowLeft')
  expect(await looks()).toContain('translate(0px, 0px)')
  await page.keyboard.press('+')
  for (let times = 0; times < 40; times++) await page.keyboard.press('ArrowLeft')
  const { edge, width } = await frame.evaluate((box: HTMLElement) => {
    const [outer, inner] = [box.getBoundingClientRect(), box.querySelector('img')?.getBoundingClientRect()]
    return { edge: (inner?.left ?? 0) - outer.left, width: outer.width }
  })
  expect(edge).toBeLessThan(width / 2)
  await page.keyboard.press('0')
  const box = await frame.boundingBox()
  if (!box) throw new Error('no frame')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const cdp = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) =>
    cdp.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [-1, 1].map((side, id) => ({ x: x + side * apart, y, id })),
    })
  await touch('touchStart', 20)
  await touch('touchMove', 30)
  await touch('touchMove', 50)
  await touch('touchEnd', 0)
  await expect.poll(async () => Number(/scale\(([\d.]+)\)/.exec(await looks())?.[1])).toBeGreaterThan(2)
  await expect.poll(pictures).toEqual({ made: 4, live: 4 })

  await page.getByRole('link', { name: 'Real name' }).click()
  await expect(page.getByRole('button', { name: 'Open: Identity card' })).toBeVisible()
  await expect.poll(pictures).toEqual({ made: 4, live: 0 })
  await db.query(`update kyc.reviews set state = 'approved' where member_id = $1`, [member.id])
  await page.getByRole('button', { name: 'Open: Identity card' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('A question of the police')
  await dialog.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(card).toBeVisible()
  await expect.poll(pictures).toEqual({ made: 5, live: 1 })

  let free = () => {}
  const held = new Promise<void>((resolve) => {
    free = resolve
  })
  await page.route('**/api/admin/kyc/openDocument', async (route) => {
    if (route.request().postData()?.includes('same question')) await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Open: Selfie' }).click()
  await dialog.getByLabel('Reason').fill('The same question')
  const answered = page.waitForResponse((answer) => answer.request().postData()?.includes('same question') === true)
  await dialog.getByRole('button', { name: 'Open', exact: true }).click()
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(/review=documents/)
  await expect(page.getByRole('link', { name: 'Documents' })).toHaveAttribute('aria-current', 'page')
  free()
  await (await answered).finished()
  await expect.poll(pictures).toEqual({ made: 6, live: 0 })
})

test('what is rejected is what was looked at: sent again meanwhile, it stays as it is however often one presses', async ({
  page,
  db,
  member,
  watch,
}) => {
  watch.expect(/409/)
  await apply(page, member, someName())
  await signInAs(page, await newStaff(db, 'desk'))
  await page.goto(`/admin/kyc/review?id=${member.id}&review=documents`)
  await page.getByRole('button', { name: 'Reject and ask again' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What is wrong').selectOption('unreadable')
  await dialog.getByLabel('Reason').fill('The card is blurred')
  await db.query(
    `insert into kyc.moves (member_id, subject, from_state, to_state, actor, reason) values
      ($1, 'documents', 'submitted', 'rejected', 'staff:x', 'Blurred'), ($1, 'documents', 'draft', 'submitted', 'member:x', 'Sent again')`,
    [member.id],
  )
  const confirm = dialog.getByRole('button', { name: 'Reject and ask again' })
  for (let times = 0; times < 2; times++) {
    const answer = page.waitForResponse('**/api/admin/kyc/reject')
    const anew = page.waitForResponse('**/api/admin/kyc/review?*')
    await confirm.click()
    expect((await answer).status()).toBe(409)
    await anew
    await expect(dialog.getByText('Somebody else has moved this on meanwhile.')).toBeVisible()
    await expect(confirm).toBeEnabled()
  }
  const { rows } = await db.query(`select state from kyc.reviews where member_id = $1 and subject = 'documents'`, [
    member.id,
  ])
  expect(rows).toEqual([{ state: 'submitted' }])
})

test('rejected with what is wrong, the member reads it; who comes second is told so', async ({
  page,
  db,
  member,
  watch,
}) => {
  watch.expect(/409/)
  const name = someName()
  await apply(page, member, name)
  const [one, other] = [await newStaff(db, 'desk'), await newStaff(db, 'desk')]
  await signInAs(page, one)
  await page.goto(`/admin/kyc/review?id=${member.id}&review=documents`)
  await page.getByRole('button', { name: 'Reject and ask again' }).click()
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: 'Reject and ask again' })
  await confirm.click()
  await expect(dialog.getByText('Choose what is wrong.')).toBeVisible()
  await dialog.getByLabel('What is wrong').selectOption('other')
  await dialog.getByLabel('Reason').fill('The bill is of 2019')
  await confirm.click()
  await expect(dialog.getByText('Say what is wrong in your own words.')).toBeVisible()
  await dialog.getByLabel('What is wrong').selectOption('out_of_date')
  await dialog.getByLabel('Words to the member').fill('The bill must be of the last three months.')
  const query = `/kyc/review?member_id=${member.id}&kind=documents`
  const { seen } = await askAs<{ seen: string }>(page, other, query)
  const decision = { member_id: member.id, kind: 'documents', seen, reason: 'Meanwhile' }
  await askAs(page, other, '/kyc/reject', { ...decision, fault: 'cut_off' })
  await confirm.click()
  await expect(dialog.getByText('Somebody else has moved this on meanwhile.')).toBeVisible()
  await expect(dialog.getByLabel('Words to the member')).toHaveValue(/three months/)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Nothing waits for a decision here.')).toBeVisible()
  await expect(page.getByText('Told the member: One of the pictures is cut off.')).toBeVisible()
  expect((await verificationOf(page, member)).documents.answer).toContain('All four corners must be visible.')
})

test('a level is set by two people, from the member’s page', async ({ page, db, member }) => {
  await db.query('update kyc.levels set level = 0 where member_id = $1', [member.id])
  const [one, two] = [await newStaff(db, 'desk'), await newStaff(db, 'desk')]
  await signInAs(page, one)
  await page.goto(`/admin/member?id=${member.id}`)
  await page.getByRole('button', { name: 'Set a level' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Ask a second person' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'Choose one' })).toBeVisible()
  await dialog.getByLabel('Level that counts').selectOption('T3')
  await dialog.getByLabel('Reason').fill('Known in the branch for ten years')
  await dialog.getByRole('button', { name: 'Ask a second person' }).click()
  await expect(page.getByText('A second person can approve it now')).toBeVisible()
  expect(await levelOf(page, member)).toBe('T0')
  await signInInstead(page, two)
  await page.goto('/admin/approvals?state=waiting')
  const row = page.locator('tr', { hasText: one.name })
  await row.locator('.office-open').click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(row).toHaveCount(0)
  expect(await levelOf(page, member)).toBe('T3')
  await moveTo(page, `/admin/member?id=${member.id}`)
  await expect(page.getByText('Set by two people')).toBeVisible()
})

test('a large day is filed with a note, and noted as sent', async ({ page, db, member, watch }) => {
  watch.expect(/422/)
  const name = someName()
  await db.query('update identity.members set name = $2 where id = $1', [member.id, name])
  await db.query(`insert into kyc.reports (member_id, day) values ($1, '2026-11-20')`, [member.id])
  await signInAs(page, await newStaff(db, 'desk'))
  await page.goto('/admin/kyc/reports')
  await page.getByRole('button', { name: `${name}, 20 Nov 2026` }).click()
  await page.getByRole('button', { name: 'File the report' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Sale of a house, deed seen')
  await dialog.getByRole('button', { name: 'File the report' }).click()
  await expect(page.getByRole('region', { name: 'Details' }).getByText('Filed', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Sale of a house, deed seen')
  await page.getByRole('button', { name: 'Note the sending' }).click()
  const confirm = dialog.getByRole('button', { name: 'Note the sending' })
  await confirm.click()
  await expect(dialog.getByText('Choose the day on which it was sent.')).toBeVisible()
  await dialog.getByLabel('Reference').fill('PPATK 2026/118')
  await dialog.getByLabel('Sent on').fill('2099-01-01')
  await confirm.click()
  await expect(dialog.getByText('must not be a day to come')).toBeVisible()
  await expect(dialog.getByLabel('Reference')).toHaveValue('PPATK 2026/118')
  await dialog.getByLabel('Sent on').fill('2026-11-21')
  await confirm.click()
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('PPATK 2026/118')
  await expect(page.getByRole('region', { name: 'Details' }).getByText('Sent', { exact: true })).toBeVisible()
})
