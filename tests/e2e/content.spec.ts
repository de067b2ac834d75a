/** Pages that are read and forms that are sent to the house (seed §2, /home, /agreement, /contactUs). */
import sharp from 'sharp'
import { expect, type Page, test } from './support/shop-test.ts'
import { moveTo } from './support/steps.ts'

const pages: [path: string, headings: Record<string, string>][] = [
  ['/agreement', { 'en-US': 'Member agreement', id: 'Perjanjian anggota', zh: '会员协议' }],
  ['/privacy', { 'en-US': 'Privacy notice', id: 'Pemberitahuan privasi', zh: '隐私声明' }],
  ['/contactUs', { 'en-US': 'Contact us', id: 'Hubungi kami', zh: '联系我们' }],
  ['/home/aboutUs', { 'en-US': 'A house for gold', id: 'Rumah emas yang bisa diperiksa', zh: '一家经得起核对的金店' }],
  ['/home/commonProblem', { 'en-US': 'Common questions', id: 'Pertanyaan umum', zh: '常见问题' }],
  ['/home/news', { 'en-US': 'News', id: 'Berita', zh: '新闻' }],
  ['/home/newsDetail?id=1', { 'en-US': 'Two prices, and the ground', id: 'Dua harga, dan jarak', zh: '两个价格' }],
  ['/home/partner', { 'en-US': 'Partners', id: 'Mitra', zh: '合作伙伴' }],
  ['/home/sendTestimonials', { 'en-US': 'Tell us how it was', id: 'Ceritakan pengalaman Anda', zh: '分享您的体验' }],
  ['/home/viewTestimonials', { 'en-US': 'What customers say', id: 'Kata pelanggan', zh: '客户评价' }],
]

for (const language of ['en-US', 'id', 'zh'])
  test(`every page that is read speaks ${language}, rendered on the server`, async ({ request, baseURL }) => {
    for (const [path, headings] of pages) {
      const answer = await request.get(baseURL + path, { headers: { cookie: `language=${language}` } })
      expect(`${path} ${answer.status()}`).toBe(`${path} 200`)
      const html = await answer.text()
      expect(html, path).toContain(`lang="${language}"`)
      expect(/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1], path).toContain(headings[language])
    }
  })

test('news that are none: the error page with 404', async ({ request }) => {
  for (const query of ['?id=999999', '?id=x', '?id=']) {
    const answer = await request.get(`/home/newsDetail${query}`)
    expect(answer.status(), query).toBe(404)
    expect(await answer.text(), query).toContain('Page not found: /home/newsDetail')
  }
  expect((await request.get('/agreement?version=1999')).status()).toBe(404)
})

test('/home/newsDetail alone shows the newest article, under the address that it always has', async ({ request }) => {
  const { data } = await (await request.get('/api/storeid/home/getNewsList')).json()
  const [newest] = data.items
  const answer = await request.get('/home/newsDetail')
  expect(answer.status()).toBe(200)
  const html = await answer.text()
  expect(/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]).toBe(newest.title)
  expect(/<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]).toMatch(
    new RegExp(`/home/newsDetail\\?id=${newest.id}&amp;lang=en$`),
  )
})

test('/home/news: a kind narrows the list, an article leads to others and can be shared', async ({ page }) => {
  await page.goto('/home/news')
  await page.getByRole('navigation', { name: 'Kinds of news' }).getByRole('link', { name: 'Guides' }).click()
  await expect(page).toHaveURL(/category=guide/)
  await expect(page.getByRole('article')).toHaveCount(3)
  await page.getByRole('link', { name: 'Keeping a bar so that it stays worth its price' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Keeping a bar so that it stays worth its price')
  await expect(page).toHaveTitle(/Keeping a bar/)
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', /Keeping a bar/)
  await page.getByRole('link', { name: 'Two prices, and the ground between them' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Two prices, and the ground between them')
  await page.getByRole('main').getByRole('link', { name: 'price table' }).click()
  await expect(page).toHaveURL(/\/#weights$/)
})

test('/home/commonProblem: search while typing, by any words, and a link to one answer', async ({ page }) => {
  await page.goto('/home/commonProblem')
  const answers = page.locator('details[id]')
  expect(await answers.count()).toBeGreaterThanOrEqual(18)
  const search = page.getByRole('searchbox', { name: 'Search the answers' })
  await search.fill('minutes TEN')
  await expect(page.getByRole('status').filter({ hasText: 'Answers found: 2' })).toBeVisible()
  await expect(answers).toHaveCount(2)
  await search.fill('palladium')
  await expect(page.getByText('No answer has these words.')).toBeVisible()
  await search.fill('')

  await page.goto('/home/commonProblem#pin-forgotten')
  await expect(page.getByText('Three wrong tries in a row end all sessions')).toBeInViewport()
  const summary = page.locator('details#price-source summary')
  await summary.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('We take the world price of fine gold')).toBeVisible()
})

test('/agreement: contents lead to sections, a former version says that it is one', async ({ page }) => {
  await page.goto('/agreement')
  await expect(page.getByText('In force', { exact: true })).toBeVisible()
  const beside = page.locator('aside, details').filter({ has: page.getByRole('navigation', { name: 'Versions' }) })
  const fold = page.locator('main summary')
  if (await fold.isVisible()) await fold.click()
  await beside.getByRole('link', { name: 'The price guarantee' }).filter({ visible: true }).click()
  await expect(page.getByRole('heading', { name: /The price guarantee/ })).toBeInViewport()
  await beside.getByRole('link', { name: /2024/ }).filter({ visible: true }).click()
  await expect(page.getByText('Former version')).toBeVisible()
  await expect(page.getByRole('heading', { name: /The price guarantee/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'To the version in force' }).click()
  await expect(page.getByRole('heading', { name: /The price guarantee/ })).toBeVisible()
})

/** What tells that a form has arrived is on the screen and has the focus. */
async function expectConfirmed(page: Page, words: string) {
  const box = page.getByRole('main').getByRole('status').filter({ hasText: words })
  await expect(box).toBeFocused()
  await expect(box).toBeInViewport({ ratio: 1 })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('/contactUs: errors beside their fields, what was typed stays, the message is stored once', async ({
    page,
    db,
    watch,
  }) => {
    watch.expect(/ERR_FAILED.*contactUs/)
    await page.goto('/contactUs')
    await expect(page.getByRole('heading', { name: 'Karat Menteng' })).toBeVisible()
    const send = page.getByRole('button', { name: 'Send the message' })
    await page.getByLabel('E-mail').fill('agus@nowhere')
    await send.click()
    await expect(page.getByLabel('Name')).toBeFocused()
    await expect(page.getByLabel('Name')).toHaveAccessibleDescription('Enter your name.')
    await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription(/such as name@mail.com/)
    await expect(page.getByLabel('What is it about?')).toHaveAccessibleDescription('Choose a topic.')
    await expect(page.getByLabel('Your message')).toHaveAccessibleDescription(/at least 10 characters/)
    await expect(page.getByLabel('E-mail')).toHaveValue('agus@nowhere')

    const words = `Where is my parcel? ${crypto.randomUUID()}`
    await page.getByLabel('Name').fill('Agus Hermawan')
    await page.getByLabel('E-mail').fill('agus@example.com')
    await page.getByLabel('What is it about?').selectOption({ label: 'Delivery or pickup' })
    await page.getByLabel('Your message').fill(words)
    // The first answer is lost on its way; the second press is the same wish.
    await page.route(
      '**/home/contactUs',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await send.click()
    await expect(page.getByText('System Error')).toBeVisible()
    await expect(page.getByLabel('Your message')).toHaveValue(words)
    await send.click()
    await expectConfirmed(page, 'Your message has arrived.')
    const { rows } = await db.query('select name, email, topic, state from community.messages where text = $1', [words])
    expect(rows).toEqual([{ name: 'Agus Hermawan', email: 'agus@example.com', topic: 'delivery', state: 'new' }])
  })
})

test('/home/sendTestimonials: the login guard keeps what was typed', async ({ page }) => {
  await page.goto('/home/sendTestimonials')
  await page.getByRole('button', { name: 'Send the testimonial' }).click()
  await expect(page.getByText('Choose one to five stars.')).toBeVisible()
  await expect(page.getByLabel('Your words')).toHaveAccessibleDescription(/at least 20 characters/)
  await page.getByRole('radio', { name: '4 of 5: Good' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: '5 of 5: Very good' })).toBeChecked()
  await page.getByLabel('Your words').fill('The number is that of the invoice.')
  await page.getByRole('button', { name: 'Send the testimonial' }).click()
  const guard = page.getByRole('alertdialog', { name: 'Tips' })
  await expect(guard.getByText('The current operation requires you to log in~')).toBeVisible()
  await guard.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Your words')).toHaveValue('The number is that of the invoice.')
  await page.reload()
  await expect(page.getByLabel('Your words')).toHaveValue('The number is that of the invoice.')
  await expect(page.getByRole('radio', { name: '5 of 5: Very good' })).toBeChecked()
})

test.describe('a member with pictures', () => {
  test.use({ signedIn: true })

  test('/home/sendTestimonials: stored with its pictures, and seen by others only once it is published', async ({
    page,
    db,
    member,
    watch,
  }) => {
    watch.expect(/422 \(.*upload_image/)
    const words = `The bar and the paper agree. ${crypto.randomUUID()}`
    await page.goto('/home/sendTestimonials')
    await page.getByText('Very good').click({ force: true })
    await page.getByLabel('Your words').fill(words)
    await page.getByLabel('Town (optional)').fill('Malang')
    await choose(page, [
      { name: 'bar.jpg', mimeType: 'image/jpeg', buffer: await photograph() },
      { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('this is no picture') },
      { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
    ])
    await expect(page.getByText('Uploaded', { exact: true })).toHaveCount(1)
    await expect(page.getByRole('main').getByText('This is not a JPEG, PNG or WebP picture.')).toHaveCount(2)
    await page.getByRole('button', { name: 'Send the testimonial' }).click()
    await expect(page.getByText('A picture was not uploaded. Try it again or remove it.')).toBeVisible()
    await page.getByRole('button', { name: 'Remove broken.png' }).click()
    await page.getByRole('button', { name: 'Remove notes.pdf' }).click()
    await page.getByRole('button', { name: 'Send the testimonial' }).click()
    await expectConfirmed(page, 'Our staff look at it, usually within two working days.')

    const { rows } = await db.query<{ id: string; state: string; place: string; pictures: number }>(
      `select id, state, place, (select count(*)::int from community.testimonial_pictures where testimonial_id = t.id) as pictures
       from community.testimonials t where member_id = $1 and text = $2`,
      [member.id, words],
    )
    expect(rows).toMatchObject([{ state: 'pending', place: 'Malang', pictures: 1 }])
    const listed = async () => (await page.request.get('/home/viewTestimonials')).text()
    expect(await listed()).not.toContain(words)
    await publish(db, rows[0]?.id ?? '')
    await expect.poll(listed).toContain(words)
    await moveTo(page, '/home/viewTestimonials')
    const said = page.getByRole('article').filter({ hasText: words })
    await expect(said.getByText('Ratna W.')).toBeVisible()
    await expect(said.getByRole('img', { name: '5 of 5 stars' })).toBeVisible()
    const picture = said.getByRole('img', { name: 'Picture 1 by Ratna W.' })
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100)
  })

  test('a picture is cancelled on its way and tried again after a break of the line', async ({ page, watch }) => {
    watch.expect(/ERR_FAILED.*upload_image/)
    await page.goto('/home/sendTestimonials')
    const small = sharp({ create: { width: 60, height: 60, channels: 3, background: '#b8862b' } })
    const file = { name: 'bar.jpg', mimeType: 'image/jpeg', buffer: await small.jpeg().toBuffer() }
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/file/upload_image', (route) => held.then(() => route.abort().catch(() => {})), { times: 1 })
    const leaving = page.waitForRequest('**/file/upload_image')
    await choose(page, [file])
    await leaving
    await page.getByRole('button', { name: 'Cancel bar.jpg' }).click()
    await expect(page.getByText('bar.jpg')).toHaveCount(0)
    letGo()
    await page.route('**/file/upload_image', (route) => route.abort(), { times: 1 })
    await choose(page, [file])
    await expect(page.getByRole('main').getByText('System Error')).toBeVisible()
    await page.getByRole('button', { name: 'Try bar.jpg again' }).click()
    await expect(page.getByText('Uploaded', { exact: true })).toBeVisible()
  })
})

const choose = (page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.locator('input[type=file][multiple]').setInputFiles(files)

/** As large as a phone makes them: the page makes it smaller before it leaves. */
const photograph = () =>
  sharp({
    create: {
      ...{ width: 2600, height: 1800, channels: 3, background: '#b8862b' },
      noise: { type: 'gaussian', mean: 120, sigma: 30 },
    },
  })
    .jpeg()
    .toBuffer()

/** What a member of staff does: the decision and its pictures in one go. */
async function publish(db: import('pg').Pool, id: string) {
  await db.query(
    `with decided as (update community.testimonials set state = 'published' where id = $1),
      noted as (insert into community.testimonial_decisions (testimonial_id, state, decided_by, reason)
        values ($1, 'published', 'Nadia Kusuma', 'read it'))
     update files.images set published_at = now()
     where id in (select image_id from community.testimonial_pictures where testimonial_id = $1)`,
    [id],
  )
}
