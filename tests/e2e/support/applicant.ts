/** Somebody who has sent what it takes to be verified, past the pages. */
import sharp from 'sharp'
import { documentKinds } from '../../../src/kyc/review-rules.ts'
import type { Member, Page } from './shop-test.ts'
import { callAs } from './steps.ts'

let serial = Math.floor(Math.random() * 8000) + 1000

/** Tells a name that fits its number, so that it is approved at once. */
const tellName = (page: Page, member: Member, name: string) =>
  callAs(page, member, '/user/realNameAuth', {
    ...{ name, id_type: 'nik', birth_date: '1990-08-17', sex: 'female' },
    number: `317106570890${++serial}`,
  })

/** Tells a name and hands all four documents to staff. */
export async function apply(page: Page, member: Member, name: string): Promise<void> {
  await tellName(page, member, name)
  const picture = sharp({ create: { width: 240, height: 160, channels: 3, background: '#b8862b' } })
  const buffer = await picture.jpeg().toBuffer()
  for (const kind of documentKinds) {
    const answer = await page.request.post('/api/storeid/kyc/uploadFile', {
      headers: { authorization: `Bearer ${member.token}`, language: 'en-US', currency: 'IDR', platform: 'web' },
      multipart: { kind, file: { name: 'card.jpg', mimeType: 'image/jpeg', buffer } },
    })
    if (!answer.ok()) throw new Error(await answer.text())
  }
  await callAs(page, member, '/kyc/submitKyc', {})
}

type Verification = { level: string; documents: { answer: string | null } }

/** What the member's own page is told. */
export async function verificationOf(page: Page, { token }: Member): Promise<Verification> {
  const headers = { authorization: `Bearer ${token}`, language: 'en-US', currency: 'IDR', platform: 'web' }
  return (await (await page.request.get('/api/storeid/user/getVerification', { headers })).json()).data
}
