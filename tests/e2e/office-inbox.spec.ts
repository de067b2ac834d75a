/** What members and visitors write, and what did not get through, as the staff deal with it; wrong input included. */
import { v7 as newId } from 'uuid'
import { expectAccessible } from './support/look.ts'
import { expect, test } from './support/shop-test.ts'
import { askAs, newStaff, signInAs } from './support/staff.ts'
import { callAs, leadTo } from './support/steps.ts'

const said = 'The serial number on the card is that of the invoice.'

test('a testimonial is published, seen in the shop, and taken down for a reason', async ({ page, db, member }) => {
  const { id } = await callAs<{ id: string }>(page, member, '/home/sendTestimonial', {
    rating: 3,
    text: `${said} ${newId()}`,
  })
  await signInAs(page, await newStaff(db, 'content'))
  await page.goto(`/admin/testimonials?state=pending&open=${id}`)
  const panel = page.getByRole('region', { name: 'Details' })
  await expect(panel.getByText(said)).toBeVisible()
  await panel.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog).toBeHidden()
  await expect(panel).toHaveCount(0)
  const shown = () =>
    page.request
      .get('/api/storeid/home/getTestimonials?rating=3&page_size=100')
      .then(async (answer) => (await answer.json()).data.items.some((one: { id: string }) => one.id === id))
  expect(await shown()).toBe(true)
  await leadTo(page, `/admin/testimonials?rating=3&open=${id}`)
  await panel.getByRole('button', { name: 'Take down' }).click()
  await dialog.getByRole('button', { name: 'Take down' }).click()
  await expect(dialog.getByText('Say why, in at least 3 characters.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('The member asked for it')
  await dialog.getByRole('button', { name: 'Take down' }).click()
  await expect(panel.getByText('The member asked for it')).toBeVisible()
  expect(await shown()).toBe(false)
})

test('a message is answered once: what is too short stays, a colleague who was faster is named', async ({
  page,
  db,
  watch,
}) => {
  watch.expect(/409/)
  const [mine, theirs] = [await newStaff(db, 'support'), await newStaff(db, 'support')]
  const sent = await page.request.post('/api/storeid/home/contactUs', {
    data: { name: 'Agus Hermawan', email: 'agus@example.com', topic: 'delivery', text: 'Where is my parcel?' },
  })
  const { number } = (await sent.json()).data
  await signInAs(page, mine)
  await page.goto('/admin/inbox?state=open')
  await page.getByLabel('Number, name or text').fill(number)
  await expect(page).toHaveURL(new RegExp(`q=${number}`))
  await page.getByRole('button', { name: `${number}, Agus Hermawan` }).click()
  const panel = page.getByRole('region', { name: 'Details' })
  await expect(panel.getByText('Where is my parcel?')).toBeVisible()
  await expectAccessible(page, 'a message beside the inbox')
  const answer = panel.getByLabel('Answer', { exact: true })
  await answer.fill('On Friday')
  await panel.getByRole('button', { name: 'Send the answer' }).click()
  await expect(panel.getByText('Write at least 10 characters.')).toBeVisible()
  await answer.fill('It left on Friday, with JNE.')
  const { rows } = await askAs<{ rows: { id: string }[] }>(page, theirs, `/inbox/list?q=${number}`)
  await askAs(page, theirs, '/inbox/answer', { message_id: rows[0]?.id, revision: 1, text: 'It leaves on Monday.' })
  await panel.getByRole('button', { name: 'Send the answer' }).click()
  await expect(panel.getByText(`${theirs.name} has dealt with this meanwhile.`)).toBeVisible()
  await panel.getByRole('link', { name: 'Show what became of it' }).click()
  await expect(panel.getByText('It leaves on Monday.')).toBeVisible()
  await expect(answer).toHaveValue('It left on Friday, with JNE.')
  await panel.getByRole('button', { name: 'Send the answer' }).click()
  await expect(panel.getByRole('region', { name: 'Answers' }).getByText('It left on Friday, with JNE.')).toBeVisible()
  await expect(panel.getByText('Mail waits')).toHaveCount(2)
  await panel.getByRole('button', { name: 'Close the message' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Arrived')
  await dialog.getByRole('button', { name: 'Close the message' }).click()
  await expect(panel.locator('.tag', { hasText: 'Closed' })).toBeVisible()
})

test('an answer whose reply was lost is not sent a second time, and stays as it was typed', async ({
  page,
  db,
  watch,
}) => {
  watch.expect(/409/)
  const mine = await newStaff(db, 'support')
  const sent = await page.request.post('/api/storeid/home/contactUs', {
    data: { name: 'Agus Hermawan', email: 'agus@example.com', topic: 'delivery', text: 'Where is my other parcel?' },
  })
  const { number } = (await sent.json()).data
  await signInAs(page, mine)
  const text = 'It left on Friday, with JNE.'
  const { rows } = await askAs<{ rows: { id: string }[] }>(page, mine, `/inbox/list?q=${number}`)
  await askAs(page, mine, '/inbox/answer', { message_id: rows[0]?.id, revision: 1, text })
  await page.goto(`/admin/inbox?q=${number}&open=${rows[0]?.id}`)
  const panel = page.getByRole('region', { name: 'Details' })
  const answer = panel.getByLabel('Answer', { exact: true })
  await answer.fill(text)
  await panel.getByRole('button', { name: 'Send the answer' }).click()
  await expect(panel.getByText(`${mine.name} has sent this very answer to this message already.`)).toBeVisible()
  await expect(answer).toHaveValue(text)
  await expect(panel.getByText('Mail waits')).toHaveCount(1)
})

test('a failed notice is tried again for a reason, and what the payer is stays masked', async ({ page, db }) => {
  const event = `evt_${newId()}`
  await db.query(
    `insert into payments.events (provider, event_id, type, provider_reference, payload, tries, last_error)
     values ('sandbox', $1, 'charge.captured', 'ch_1234567890', $2, 5, 'the disk is full')`,
    [
      event,
      {
        reference: newId(),
        providerReference: 'ch_1234567890',
        state: 'captured',
        amountMinor: '100',
        currency: 'IDR',
        payUrl: null,
        declineReason: null,
      },
    ],
  )
  await signInAs(page, await newStaff(db, 'desk'))
  await page.goto(`/admin/events?state=failed&q=${event}`)
  await page.locator('.office-open').click()
  const panel = page.getByRole('region', { name: 'Details' })
  await expect(panel.getByText('the disk is full')).toBeVisible()
  await expectAccessible(page, 'a notice beside the list')
  await expect(page.getByText('ch_1234567890')).toHaveCount(0)
  await panel.getByRole('button', { name: 'Process it again' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Process it again' }).click()
  await expect(dialog.getByText('Say why, in at least 3 characters.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('There is room again')
  await dialog.getByRole('button', { name: 'Process it again' }).click()
  await expect(dialog).toBeHidden()
  await leadTo(page, `/admin/events?q=${event}`)
  await expect(page.locator('.tag', { hasText: 'Not ours' })).toBeVisible()
})

test('a stopped message is sent again or dropped; one with a dead code can only be dropped', async ({ page, db }) => {
  const stopped = async (about: string) => {
    const { rows } = await db.query<{ id: string }>(
      `insert into mail.messages (id, destination, channel, template, language, subject, body, layout, state, problem, tries)
       values ($1, $2, 'email', 'order_paid', 'id', $2, 'Words', $3, 'refused', '550', 5) returning id`,
      [newId(), `${newId()}@example.com`, { about, text: 'Words', store: 'id' }],
    )
    return rows[0]?.id ?? ''
  }
  const [order, code] = [await stopped('order'), await stopped('code')]
  await signInAs(page, await newStaff(db, 'support'))
  const panel = page.getByRole('region', { name: 'Details' })
  const dialog = page.getByRole('dialog')
  const address = (id: string) => `/admin/outbox?q=${id}&open=${id}`
  for (const [id, act] of [
    [order, 'Send again'],
    [code, 'Drop'],
  ] as const) {
    await (id === order ? page.goto(address(id)) : leadTo(page, address(id)))
    await expect(panel.getByText('550', { exact: true })).toBeVisible()
    if (id === code) await expect(panel.getByRole('button', { name: 'Send again' })).toHaveCount(0)
    await panel.getByRole('button', { name: act }).click()
    await dialog.getByLabel('Reason').fill('Looked into it')
    await dialog.getByRole('button', { name: act }).click()
    await expect(dialog).toBeHidden()
    await expect(panel).toHaveCount(0)
  }
  const { rows } = await db.query('select state from mail.messages where id = any($1) order by state', [[order, code]])
  expect(rows).toEqual([{ state: 'dropped' }, { state: 'queued' }])
})
