/** What a case of gold-back has in writing: a consignment with its signature, a settlement with what was found, each under one number. */
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { caseOf, consigned, desk, handedOver, inspectedWhole } from '../../../tests/support/goldback.ts'
import type { TestMember } from '../../../tests/support/members.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { settlePapers } from '../../../tests/support/papers.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { call } from '../../../tests/support/purchase.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { openVault, PIN, vaultMember } from '../../../tests/support/vault.ts'
import { sql } from '../../db/database.ts'
import { listPapers } from '../../papers/paper-queries.ts'
import type { CasePaper } from '../case-rules.ts'
import { readCasePaper } from './case-papers.ts'

const shop = openShop()
let clerk: TestStaff
let member: TestMember
beforeAll(async () => {
  await openVault(shop)
  clerk = await staffSignedIn(shop, 'desk')
})
beforeEach(async () => {
  shop.intercept.current = undefined
  await freshTick(shop)
  member = await vaultMember(shop)
})

const pdf = (who: TestMember, caseId: string, paper: CasePaper) =>
  shop.app.inject({
    url: `/api/storeid/trade/goldBack_paper?case_id=${caseId}&paper=${paper}`,
    headers: who.headers,
  })
const textOf = (of: unknown): string => JSON.stringify(of)
const issued = (caseId: string) => listPapers(shop.karat.db, 'goldback_case', [caseId])

test('the consignment is owed from the signature on, says what was agreed, bears the signature, and is one whoever asks when', async () => {
  const [serial = ''] = await handedOver(shop, member)
  const made = await consigned(shop, member, [serial])
  const asked = await Promise.all(Array.from({ length: 4 }, () => pdf(member, made.case_id, 'consignment')))
  await settlePapers(shop.karat)
  const again = await pdf(member, made.case_id, 'consignment')
  expect(again.headers['content-disposition']).toMatch(/attachment; filename="CON-ID-\d{4}-\d{6}\.pdf"/)
  expect(again.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  const given = asked.filter(({ statusCode }) => statusCode === 200)
  expect(given.length).toBeGreaterThan(0)
  for (const one of given) expect(one.rawPayload.equals(again.rawPayload)).toBe(true)
  expect(again.rawPayload.includes('/Subtype /Image')).toBe(true)

  const [paper, ...more] = await issued(made.case_id)
  expect([paper?.kind, more]).toEqual(['consignment', []])
  const said = textOf(paper?.document)
  for (const word of [made.number, serial, '10.0000\u00a0g', 'Fixed price', 'weighed and assayed'])
    expect(said).toContain(word)
  expect(said, 'its member is named when it is drawn').not.toContain('Ratna')
  const drawn = await readCasePaper(shop.karat, { caseId: made.case_id, kind: 'consignment' })
  expect(drawn.paper.parties[0]?.lines).toHaveLength(2)
  expect(drawn.signature?.subarray(8, 12).toString()).toBe('WEBP')
})

test('nobody else has a paper, what is not paid has no settlement, and staff who look are written down first', async () => {
  const [serial = ''] = await handedOver(shop, member)
  const made = await consigned(shop, member, [serial])
  const stranger = await vaultMember(shop)
  const [foreign, missing] = [
    await pdf(stranger, made.case_id, 'consignment'),
    await pdf(stranger, randomUUID(), 'consignment'),
  ]
  expect([foreign.statusCode, foreign.json().error]).toEqual([404, 'not_found'])
  expect({ ...missing.json(), data: 0 }).toEqual({ ...foreign.json(), data: 0 })
  expect((await pdf(member, made.case_id, 'settlement')).statusCode).toBe(404)
  const seen = await shop.app.inject({
    url: `/api/admin/goldback/paper?case_id=${made.case_id}&paper=consignment`,
    headers: clerk.headers,
  })
  expect([seen.statusCode, seen.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  const looks = await shop.karat.db.rows(sql`
    select details ->> 'paper' as paper from staff.actions where subject_id = ${made.case_id} and details ->> 'did' = 'goldback_paper_read'`)
  expect(looks).toEqual([{ paper: 'consignment' }])
})

test('the settlement says what was stated beside what was measured, why less was offered, and what each piece brought', async () => {
  const serials = await handedOver(shop, member, 2)
  const made = await consigned(shop, member, serials)
  const at = desk(shop, clerk, made)
  await at.receive(serials)
  const [one, other] = made.pieces_in_it
  if (!one || !other) throw new Error('two pieces were consigned')
  await at.inspect({ weighed: '9.8640', assayed: 9999 }, { weighed: other.gross, assayed: other.fineness })
  await at.show()
  await at.decide('offer')
  const { data } = await call<{ state: string }>(shop, member, '/trade/goldBack_answer', {
    ...{ case_id: made.case_id, accept: true, pin: PIN },
  })
  expect(data.state).toBe('accepted')
  expect((await at.pay()).error).toBeNull()
  expect((await pdf(member, made.case_id, 'settlement')).statusCode).toBe(200)
  const papers = await issued(made.case_id)
  expect(papers.map(({ kind }) => kind)).toEqual(['consignment', 'settlement'])
  const [consignment, settlement] = papers.map(({ document }) => document)
  const said = textOf(settlement)
  for (const word of ['Stated: 10.00', 'Measured: 9.8640', 'X-ray', 'a deep scratch', 'bag 7718', 'cash balance'])
    expect(said).toContain(word)
  expect(said).toContain(consignment?.number)
  const paid = await caseOf(shop, member, made)
  const figures = (text: string) => BigInt(text.replace(/\D/g, ''))
  const lines = settlement?.lines.map(({ amount }) => figures(amount)) ?? []
  expect(lines.reduce((sum, amount) => sum + amount, 0n)).toBe(BigInt(paid.offer ?? 0))
  expect(figures(settlement?.total?.[1] ?? '')).toBe(BigInt(paid.offer ?? 0))
})

test('an offer that nobody answered, because the house kept the pieces and then paid all of it, is no offer that was accepted', async () => {
  const [serial = ''] = await handedOver(shop, member)
  const made = await consigned(shop, member, [serial])
  const at = desk(shop, clerk, made)
  await at.receive([serial])
  const [piece] = made.pieces_in_it
  if (!piece) throw new Error('one piece was consigned')
  await at.inspect({ weighed: '9.8640', assayed: 9999 })
  await at.show()
  for (const decision of ['offer', 'retain', 'resume'] as const) expect((await at.decide(decision)).error).toBeNull()
  await at.inspect({ weighed: piece.gross, assayed: piece.fineness })
  expect((await at.decide('accept')).error).toBeNull()
  expect((await at.pay()).error).toBeNull()
  expect((await pdf(member, made.case_id, 'settlement')).statusCode).toBe(200)
  const said = textOf((await issued(made.case_id))[1]?.document)
  expect(said).toContain('bag 7718')
  expect(said).not.toContain('a deep scratch')
})

test('a case whose payment nobody’s round has seen has its settlement once, however many rounds are at it', async () => {
  const [serial = ''] = await handedOver(shop, member)
  const made = await consigned(shop, member, [serial])
  const at = await inspectedWhole(shop, clerk, made)
  await at.decide('accept')
  await at.pay()
  await Promise.all(Array.from({ length: 4 }, () => settlePapers(shop.karat)))
  // A round that came while another one had the consignment has put the settlement off.
  await shop.karat.db.run(sql`
    update goldback.case_papers set next_try_at = now() where case_id = ${made.case_id} and paper_id is null`)
  await settlePapers(shop.karat)
  expect((await issued(made.case_id)).map(({ kind }) => kind)).toEqual(['consignment', 'settlement'])
})

test('a paper that is owed is neither taken away nor issued anew', async () => {
  const [serial = ''] = await handedOver(shop, member)
  const made = await consigned(shop, member, [serial])
  const change = (statement: string) => asOwner(shop.connectionString, [statement])
  await expect(change(`delete from goldback.case_papers where case_id = '${made.case_id}'`)).rejects.toThrow(/owed/)
  await settlePapers(shop.karat)
  await expect(
    change(`update goldback.case_papers set paper_id = null where case_id = '${made.case_id}'`),
  ).rejects.toThrow(/owed/)
})
