import sharp from 'sharp'
import { expect, test } from 'vitest'
import { approve, documentOf, reject, sendAll, sendDocument, tellName } from '../../tests/support/kyc.ts'
import { meetingAt } from '../../tests/support/meeting.ts'
import { signedIn, type TestMember } from '../../tests/support/members.ts'
import { picture } from '../../tests/support/pictures.ts'
import { ask, call } from '../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../tests/support/shop.ts'
import { staffSignedIn } from '../../tests/support/staff.ts'
import { sealAnew } from '../credentials/seal-anew.ts'
import { openFile } from '../credentials/sealed-file.ts'
import { openSealing } from '../credentials/sealing.ts'
import { sql } from '../db/database.ts'
import { freezeAccount } from '../identity/freeze-account.ts'
import { settings } from '../settings.ts'
import type { VerificationView } from './contract.ts'
import { endRelation } from './end-relation.ts'
import { destroyExpired } from './keep-files.ts'
import type { Step } from './level-rules.ts'
import { documentKinds } from './review-rules.ts'
import { kycSealed } from './sealed-kinds.ts'

const shop = openShop()
const broken = openShop()
const fresh = () => signedIn(shop, 'Ratna Wulandari', 'id', 0)
const viewOf = (member: TestMember) => ask<VerificationView>(shop, member, '/user/getVerification')
const look = (member: TestMember, id: string) =>
  shop.app.inject({ url: `/api/storeid/kyc/document?id=${id}`, headers: member.headers })
const allOf = async (member: TestMember) => {
  for (const kind of documentKinds) await documentOf(shop, member, kind)
}
const submit = (member: TestMember) => call<{ missing?: string[] }>(shop, member, '/kyc/submitKyc', {})
const approved = (member: TestMember, kind: Step) => approve(shop, member, kind)
const rejected = (member: TestMember, kind: Step, words: string) => reject(shop, member, kind, words)

test('a file is kept sealed under a key of its own, and comes back as an attachment that nothing keeps or runs', async () => {
  const member = await fresh()
  const id = await documentOf(shop, member, 'id_document')
  const kept = await shop.karat.db.row<{ wrapped: Buffer; content: Buffer }>(
    sql`select wrapped_key as wrapped, content from kyc.documents where id = ${id}`,
  )
  const sealed = { wrappedKey: kept?.wrapped ?? Buffer.alloc(0), content: kept?.content ?? Buffer.alloc(0) }
  expect(sealed.content.includes(Buffer.from('WEBP'))).toBe(false)
  const row = { memberId: member.id, documentId: id }
  expect((await sharp(openFile(shop.karat.sealing, row, sealed)).metadata()).format).toBe('webp')
  expect(() => openFile(shop.karat.sealing, { ...row, memberId: 'another' }, sealed)).toThrow()
  const flipped = Buffer.from(sealed.content)
  flipped[40] = (flipped[40] ?? 0) ^ 1
  expect(() => openFile(shop.karat.sealing, row, { ...sealed, content: flipped })).toThrow()
  const answer = await look(member, id)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-disposition': 'attachment; filename="document.webp"',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  const views = await shop.karat.db.rows(sql`select viewer, reason, address from kyc.views where document_id = ${id}`)
  expect(views).toEqual([{ viewer: `member:${member.id}`, reason: 'their own', address: '127.0.0.1' }])
  expect((await look(await fresh(), id)).statusCode).toBe(404)
})

test.each([
  ['no picture', 'file_type', Buffer.from('%PDF-1.7 not a picture')],
  ['a cut picture', 'file_unreadable', null],
])('%s is refused and changes nothing', async (_name, error, bytes) => {
  const member = await fresh()
  const file = bytes ?? (await picture('jpeg', { width: 900, height: 700 })).subarray(0, 900)
  const answer = await sendDocument(shop, member, [
    { name: 'kind', value: 'selfie' },
    { name: 'file', bytes: file },
  ])
  expect(answer.json()).toMatchObject({ error })
  expect(await viewOf(member)).toMatchObject({ documents: { state: 'none', files: [] } })
})

test('metadata of the original does not survive', async () => {
  const member = await fresh()
  const bytes = await sharp(await picture())
    .withExif({ IFD0: { ImageDescription: 'secret-place' } })
    .jpeg()
    .toBuffer()
  const answer = await sendDocument(shop, member, [
    { name: 'kind', value: 'selfie' },
    { name: 'file', bytes },
  ])
  const shown = (await look(member, answer.json().data.id)).rawPayload
  expect(bytes.includes(Buffer.from('secret-place'))).toBe(true)
  expect(shown.includes(Buffer.from('secret-place'))).toBe(false)
  expect((await sharp(shown).metadata()).exif).toBeUndefined()
})

test('what is missing is named; complete, it is sent, told, and stands as it is', async () => {
  const member = await fresh()
  expect(await submit(member)).toMatchObject({ http: 409, error: 'review_state' })
  const first = await documentOf(shop, member, 'selfie')
  expect(await submit(member)).toMatchObject({
    http: 422,
    error: 'documents_missing',
    data: { missing: ['real_name', 'id_document', 'address_proof', 'signature'] },
  })
  await tellName(shop, member)
  await allOf(member)
  expect((await look(member, first)).statusCode).toBe(404)
  expect(await submit(member)).toMatchObject({ http: 200, data: { state: 'submitted' } })
  expect(await submit(member)).toMatchObject({ http: 409, error: 'review_state' })
  const another = await sendDocument(shop, member, [
    { name: 'kind', value: 'selfie' },
    { name: 'file', bytes: await picture() },
  ])
  expect(another.json()).toMatchObject({ error: 'review_state' })
  const { documents } = await viewOf(member)
  expect(await call(shop, member, '/kyc/removeFile', { id: documents.files[0]?.id })).toMatchObject({
    error: 'review_state',
  })
})

test('rejected with an answer, one file replaced and sent again, approved: T2; the replaced one stays for staff', async () => {
  const member = await fresh()
  await sendAll(shop, member)
  await expect(rejected(member, 'documents', ' ')).rejects.toMatchObject({ code: 'invalid_input' })
  await rejected(member, 'documents', 'The picture of the card is blurred.')
  expect(await viewOf(member)).toMatchObject({
    level: 'T1',
    documents: { state: 'rejected', answer: 'The picture of the card is blurred.' },
  })
  const old = (await viewOf(member)).documents.files.find(({ kind }) => kind === 'id_document')?.id ?? ''
  await documentOf(shop, member, 'id_document')
  expect((await viewOf(member)).documents).toMatchObject({ state: 'draft', files: { length: 4 } })
  expect((await look(member, old)).statusCode).toBe(200)
  await submit(member)
  expect(await approved(member, 'documents')).toEqual({ level: 2 })
  await expect(approved(member, 'documents')).rejects.toMatchObject({ code: 'review_state' })
  const mails = await shop.karat.db.rows<{ template: string; body: string }>(
    sql`select template, body from mail.messages where destination = ${`${member.id}@karat.test`} order by created_at, id`,
  )
  expect(mails.map(({ template }) => template)).toEqual([
    ...['level_reached', 'documents_received', 'documents_rejected', 'documents_received', 'level_reached'],
  ])
  expect(mails[2]?.body).toContain('The picture of the card is blurred.')
})

test('funds need a tax number of the country and make T3 on top of the others; a taken-back approval lowers the level', async () => {
  const member = await fresh()
  await sendAll(shop, member)
  const explanation = 'Savings of fourteen years as a notary in Jakarta.'
  const send = (tax_number: string) =>
    call(shop, member, '/kyc/sendFunds', { tax_number, source: 'salary', explanation })
  expect(await send('12.345')).toMatchObject({ http: 422, data: { fields: { tax_number: expect.any(String) } } })
  expect(await send('01.234.567.8-071.000')).toMatchObject({ http: 200 })
  await approved(member, 'funds')
  expect(await viewOf(member)).toMatchObject({ level: 'T1', funds: { state: 'approved', tax_number: '•••• 1000' } })
  await approved(member, 'documents')
  expect(await viewOf(member)).toMatchObject({ level: 'T3' })
  await rejected(member, 'real_name', 'The card was reported as stolen.')
  expect(await viewOf(member)).toMatchObject({ level: 'T0', real_name: { state: 'rejected' } })
  const row = await shop.karat.db.row(
    sql`select tax_number_sealed is not null as sealed, f::text like '%012345678%' as plain from kyc.funds f where member_id = ${member.id}`,
  )
  expect(row).toEqual({ sealed: true, plain: false })
})

test('a rejected name gives its number free for its true owner', async () => {
  const [thief, owner] = [await fresh(), await fresh()]
  const number = '3171065708900777'
  await tellName(shop, thief, { number })
  expect(await tellName(shop, owner, { number })).toMatchObject({ error: 'id_number_taken' })
  await rejected(thief, 'real_name', 'This card is not yours.')
  expect(await tellName(shop, owner, { number })).toMatchObject({ http: 200 })
})

async function fourAtOnce(where: Shop) {
  const member = await signedIn(where, 'Ratna Wulandari', 'id', 0)
  // The draft exists already, so that its row does not line the uploads up.
  await where.karat.db.run(
    sql`insert into kyc.reviews (member_id, subject, state) values (${member.id}, 'documents', 'draft')`,
  )
  const file = await picture()
  await where.karat.db.run(sql`
    insert into kyc.documents (id, member_id, kind, wrapped_key, content, width, height, bytes, sent_at, replaced_at)
    select gen_random_uuid(), ${member.id}, 'selfie', '\\x00', '\\x00', 1, 1, 1, now(), now() from generate_series(1, ${settings.kyc.maxFiles - 1})`)
  const answers = await Promise.all(
    documentKinds.map((kind) =>
      sendDocument(where, member, [
        { name: 'kind', value: kind },
        { name: 'file', bytes: file },
      ]),
    ),
  )
  const row = await where.karat.db.row<{ kept: number }>(
    sql`select count(*)::int as kept from kyc.documents where member_id = ${member.id} and destroyed_at is null`,
  )
  return { answers: answers.map((answer) => answer.json().error), kept: row?.kept }
}

test('of four uploads at once only as many are kept as there is room for', async () => {
  const { answers, kept } = await fourAtOnce(shop)
  expect(kept).toBe(settings.kyc.maxFiles)
  expect(answers.filter((error) => error === 'file_limit')).toHaveLength(3)
})

test('control: without one upload after another there are more than 20', async () => {
  // Two forms of one member are read at once.
  const meet = meetingAt('width, height, bytes)\n      values', 2)
  let planted = false
  broken.intercept.current = async (text) => {
    await meet(text)
    if (!text.includes('pg_advisory_xact_lock(hashtextextended($1, 10))')) return text
    planted = true
    return 'select $1::text as free'
  }
  const { kept } = await fourAtOnce(broken)
  broken.intercept.current = undefined
  expect(planted).toBe(true)
  expect(kept).toBeGreaterThan(settings.kyc.maxFiles)
})

test('a new master key seals everything anew; afterwards the old one is needed no more', async () => {
  await shop.karat.db.run(sql`delete from kyc.documents where wrapped_key = '\\x00'`)
  const member = await fresh()
  await tellName(shop, member)
  const id = await documentOf(shop, member, 'selfie')
  await shop.karat.db.run(sql`
    insert into kyc.documents (id, member_id, kind, wrapped_key, content, width, height, bytes)
    values (gen_random_uuid(), ${member.id}, 'signature', '\\x00', '\\x00', 1, 1, 1)`)
  const [old, fresher] = [shop.karat.config.MASTER_KEY, 'another master key of at least 32 characters']
  const both = openSealing({ MASTER_KEY: fresher, MASTER_KEY_OLD: old })
  const first = await sealAnew({ db: shop.karat.db, sealing: both }, kycSealed)
  expect(first.sealed).toBeGreaterThanOrEqual(2)
  expect(first.unreadable).toBe(1)
  expect(await sealAnew({ db: shop.karat.db, sealing: both }, kycSealed)).toEqual({ sealed: 0, unreadable: 1 })
  const kept = await shop.karat.db.row<{ wrapped: Buffer; content: Buffer }>(
    sql`select wrapped_key as wrapped, content from kyc.documents where id = ${id}`,
  )
  const sealed = { wrappedKey: kept?.wrapped ?? Buffer.alloc(0), content: kept?.content ?? Buffer.alloc(0) }
  const row = { memberId: member.id, documentId: id }
  const alone = openSealing({ MASTER_KEY: fresher, MASTER_KEY_OLD: '' })
  expect(openFile(alone, row, sealed).length).toBeGreaterThan(0)
  expect(() => openFile(openSealing({ MASTER_KEY: old, MASTER_KEY_OLD: '' }), row, sealed)).toThrow()
  const back = openSealing({ MASTER_KEY: old, MASTER_KEY_OLD: fresher })
  await sealAnew({ db: shop.karat.db, sealing: back }, kycSealed)
})

test('keys are destroyed when the time is over: never sent, replaced, or years after the member left', async () => {
  const [member, leaver] = [await fresh(), await fresh()]
  await sendAll(shop, member)
  await sendAll(shop, leaver)
  const { unsentDays, replacedDays } = settings.kyc.keep
  const gone = async () =>
    (
      await shop.karat.db.rows<{ kind: string }>(sql`
    select kind from kyc.documents where destroyed_at is not null and content is null and wrapped_key is null
      and member_id in (${member.id}, ${leaver.id}) order by kind`)
    ).map(({ kind }) => kind)
  await shop.karat.db.run(
    sql`update kyc.documents set created_at = now() - interval '9 years' where member_id in (${member.id}, ${leaver.id})`,
  )
  await destroyExpired(shop.karat.db)
  expect(await gone()).toEqual([])
  await shop.karat.db.run(
    sql`update kyc.documents set replaced_at = now() - make_interval(days => ${replacedDays + 1}::int) where member_id = ${member.id} and kind = 'selfie'`,
  )
  await shop.karat.db.run(
    sql`update kyc.documents set sent_at = null, created_at = now() - make_interval(days => ${unsentDays + 1}::int) where member_id = ${member.id} and kind = 'signature'`,
  )
  const { staff } = await staffSignedIn(shop, 'desk')
  const leaving = { memberId: leaver.id, reason: 'Closed at their wish' }
  await expect(endRelation(shop.karat, staff, leaving)).rejects.toMatchObject({ code: 'relation_not_open' })
  await shop.karat.db.transaction((tx) => freezeAccount(tx, { memberId: leaver.id, by: 'staff' }))
  await endRelation(shop.karat, staff, leaving)
  await expect(endRelation(shop.karat, staff, leaving)).rejects.toMatchObject({ code: 'relation_not_open' })
  await destroyExpired(shop.karat.db)
  expect(await gone()).toEqual(['selfie', 'signature'])
  await shop.karat.db.run(
    sql`update kyc.levels set relation_ended_at = now() - interval '5 years 1 day' where member_id = ${leaver.id}`,
  )
  await destroyExpired(shop.karat.db)
  expect(await gone()).toHaveLength(6)
})

test('who looked and what was decided cannot be changed afterwards', async () => {
  await expect(shop.karat.db.run(sql`update kyc.views set viewer = 'nobody'`)).rejects.toThrow(/permission denied/)
  await expect(shop.karat.db.run(sql`delete from kyc.moves`)).rejects.toThrow(/permission denied/)
})
