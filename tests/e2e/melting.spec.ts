/** Other gold is melted: the desk asks, its member signs, one person begins, another records, and both see the loss. */
import { picture } from '../support/pictures.ts'
import { confirm, pin, setPin } from './support/gold.ts'
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, type Page, test } from './support/shop-test.ts'
import { newStaff, signInAs } from './support/staff.ts'

test.use({ signedIn: true })
test.describe.configure({ timeout: 120_000 })

const main = (page: Page) => page.getByRole('main')

/** Jewellery of the member on the scales, without the way there, which gold-back.spec.ts walks. */
const inspected = `
  with held as (insert into vault.holders (id, member_id, store) values (gen_random_uuid(), $1, 'id') on conflict do nothing returning id),
  holder as (select id from held union all select id from vault.holders where member_id = $1 and store = 'id' limit 1),
  tick as (select max(id) as id from pricing.ticks),
  quote as (insert into goldback.quotes (id, kind, holder_id, member_id, tick_id, ask_minor, bid_minor, figures, expires_at, used_at)
    select gen_random_uuid(), 'sell_pieces', holder.id, $1, tick.id, 2000000, 1900000, '{}', now(), now() from holder, tick returning id, tick_id)
  insert into goldback.cases (id, number, quote_id, member_id, store, currency, pickup_point_id, tick_id, quoted_minor, fine_e4, estimate_minor,
    signature_sealed, come_until, kind)
  select $2, 'GB' || nextval('goldback.case_numbers'), quote.id, $1, 'id', 'IDR', (select min(id) from delivery.pickup_points where store = 'id'),
    tick_id, 1900000, 150000, 28500000, '\\x00', now() + interval '14 days', 'other' from quote`

test('a member reads what melting means and signs; what came out and what was lost stands with both', async ({
  page,
  db,
  member,
  browser,
}) => {
  await setPin(page, db, member)
  await db.query(`update kyc.levels set level = 1 where member_id = $1`, [member.id])
  const caseId = crypto.randomUUID()
  await db.query(inspected, [member.id, caseId])
  await db.query(
    `insert into goldback.pieces (case_id, position, member_id, serial, name, gross_e4, fine_e4, fineness, form, about)
     select id, 0, member_id, number || '/1', '{"en-US":"Jewellery","id":"Perhiasan","zh":"首饰"}', 200000, 150000, 7500, 'jewellery', 'three rings'
     from goldback.cases where id = $1`,
    [caseId],
  )
  await db.query(`update goldback.cases set state = 'received', received_at = now() where id = $1`, [caseId])
  await db.query(`update goldback.cases set state = 'inspecting' where id = $1`, [caseId])
  await db.query(`update goldback.pieces set weighed_e4 = 210000, assayed = 7500, method = 'xrf' where case_id = $1`, [
    caseId,
  ])
  const caseUrl = `/user/goldBackHistroy/case?case_id=${caseId}`

  const [office, second] = [await browser.newPage(), await browser.newPage()]
  await signInAs(office, await newStaff(db, 'desk'))
  await office.goto(`/admin/goldback/case?id=${caseId}`)
  await main(office).getByLabel('Why it is needed').fill('X-ray and density disagree')
  await expectAccessible(office, 'melting to ask for')
  await expectToFit(office, 'melting to ask for')
  await main(office).getByRole('button', { name: 'Ask for consent' }).click()
  await expect(main(office)).toContainText('Waits for the member until')

  await page.goto(caseUrl)
  const panel = page.getByRole('region', { name: 'May we melt your gold?' })
  await expect(panel).toContainText('X-ray and density disagree')
  await expect(panel).toContainText('What is melted cannot be given back as it was.')
  await panel.getByRole('textbox').fill('Ratna Wulandari')
  await expectAccessible(page, 'melting to agree to')
  await expectToFit(page, 'melting to agree to')
  await panel.getByRole('button', { name: 'Use this signature' }).click()
  await confirm(page, pin, 'Agree to melting')
  await expect(page.getByRole('region', { name: 'You agreed to melting' })).toContainText('take your consent back')
  await expect(main(page)).toContainText('Consent to melting (PDF)')

  await office.reload()
  await main(office)
    .getByLabel(/^Weight of/)
    .fill('21')
  await expectToFit(office, 'melting to begin')
  await main(office).getByRole('button', { name: 'Begin melting' }).click()
  await expect(main(office)).toContainText('Somebody else than who began')
  await office
    .locator('input[type=file]')
    .setInputFiles({ name: 'bar.png', mimeType: 'image/png', buffer: await picture('png') })
  await expect(main(office)).toContainText('Inspection')

  await signInAs(second, await newStaff(db, 'fulfilment'))
  await second.goto(`/admin/goldback/case?id=${caseId}`)
  await main(second)
    .getByLabel(/^Weight of/)
    .fill('20.8')
  await main(second)
    .getByLabel(/^Fineness of/)
    .fill('7000')
  await main(second).getByRole('button', { name: 'Record what came out' }).click()
  await expect(main(second)).toContainText('0.2000 g lost, 1.1900 g less fine gold than measured before')
  await expectToFit(second, 'a case that was melted')

  await page.goto(caseUrl)
  const done = page.getByRole('region', { name: 'Your gold was melted' })
  await expect(done).toContainText('0.2000 g')
  await expect(main(page)).toContainText('Melted bar from: Jewellery')
  await expectAccessible(page, 'what was lost')
  await expectToFit(page, 'what was lost')
})
