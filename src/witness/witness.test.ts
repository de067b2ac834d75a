/** The witness asks, the shop commits itself, and both sign: over real addresses, judged by the verifier. */
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { meetingAt } from '../../tests/support/meeting.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { openShop } from '../../tests/support/shop.ts'
import { openVault, vaultMember } from '../../tests/support/vault.ts'
import { sql } from '../db/database.ts'
import { checkStore, type Find } from '../proof/check-rules.ts'
import { signerOf, verifyWithNode } from '../proof/ed25519.ts'
import { utf8 } from '../proof/hash-rules.ts'
import { hashOf, instantOf, readKeys, readNote, splitSigned, writeNote, writeRequest } from '../proof/note-rules.ts'
import { describeProof } from '../proof/proof-page-queries.ts'
import { publishDueDay } from '../proof/publish-day.ts'
import { openSigner } from '../proof/signing-key.ts'
import { addWitness } from '../proof/witnesses.ts'
import { askForMoments } from './ask-moment.ts'
import { cosignNote } from './cosign-note.ts'
import { addressOf, openWitness } from './witness-key.ts'

const shop = openShop()
const DAY_MS = 86_400_000
/** So many days after today it is, for everything that counts and asks. */
let today = 0
const later = (text: string) =>
  /proof\.|witness\.|as moment|as at$/.test(text)
    ? text.replaceAll('clock_timestamp()', `(clock_timestamp() + interval '${today} days')`)
    : text
const at = (code: string) => {
  const store = shop.karat.stores.get(code)
  if (!store) throw new Error('no store')
  return store
}
const witness = (ms = 0) => ({ ...shop.karat, now: () => Date.now() + today * DAY_MS + ms })

beforeAll(async () => {
  await openVault(shop)
  await vaultMember(shop, { gold: 12_345n })
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = shop.app.server.address() as AddressInfo
  Object.assign(shop.karat.config, { SANDBOX_URL: `http://127.0.0.1:${port}` })
  for (const [store, address] of [
    ['id', addressOf(shop.karat)],
    ['my', 'http://127.0.0.1:9/nobody'],
  ] as const)
    await addWitness(shop.karat.db, store, { key: openWitness(shop.karat).key, address })
})
beforeEach(() => {
  today += 2
  shop.intercept.current = later
})

const read = async (path: string) => {
  const answer = await shop.app.inject({ url: path })
  return answer.statusCode === 200 ? answer.payload : `${answer.statusCode}`
}
const published =
  (store: string): Find =>
  async (file) => {
    const answer = await shop.app.inject({ url: `/proof/${store}/${file}` })
    return answer.statusCode === 404 ? null : new Uint8Array(answer.rawPayload)
  }
async function check(store = 'id') {
  const keys = readKeys(await read(`/proof/${store}/keys`))
  const trust = { keys, verify: verifyWithNode }
  const { findings, days } = await checkStore(published(store), store, { trust, member: null, allDays: true })
  const last = days.at(-1)?.note
  return { findings, signed: [...(last?.signed ?? [])], number: last?.number, date: last?.date ?? '' }
}
/** A request as the witness would make it, of so many seconds ago, signed by whomever. */
const request = (store: string, { age = 0, signer = openWitness(shop.karat) } = {}) =>
  signer.sign(
    writeRequest({ store, instant: instantOf(witness().now() - age * 1000), secret: randomBytes(32).toString('hex') }),
  )
const ask = async (store: string, file: string) => {
  const answer = await shop.app.inject({
    ...{ method: 'POST', url: `/proof/${store}/request`, payload: file },
    headers: { 'content-type': 'text/plain' },
  })
  return answer.statusCode === 200 ? answer.payload : (answer.json() as { error: string }).error
}
/** The witness's next moment in a store is now, and nobody is at it. */
const due = (store: string) =>
  shop.karat.db.run(sql`
    update witness.shops set due_at = case store when ${store} then '-infinity' else 'infinity' end::timestamptz, claimed_until = null`)

test('the moment that a witness chooses is committed to, carried by the note, and both sign it', async () => {
  await askForMoments(witness())
  expect(await publishDueDay(shop.karat, at('id'))).not.toBeNull()
  const { findings, signed, date } = await check()
  expect(findings).toEqual([])
  expect(signed, 'the shop and its witness').toEqual([0, 1])
  expect(await read('/sandbox/witness/id')).toMatch(new RegExp(`^day ${date} 1 [0-9a-f]{64} signed\n$`))
  expect(await read(`/sandbox/witness/id/${date}`)).toBe(await read(`/proof/id/${date}/note`))
  const page = await describeProof(shop.karat, at('id'), { q: '', part: 'all', rows: 10 })
  expect(page?.day).toMatchObject({ asked: true, witnesses: 1 })
  await askForMoments(witness())
  expect((await shop.karat.db.rows(sql`select from witness.requests where store = 'id'`)).length, 'once a date').toBe(1)
})

test('what is no request of the witness is refused, the same one is answered the same, and a date has one', async () => {
  const stranger = signerOf('stranger', randomBytes(32))
  expect(await ask('xx', request('id'))).toBe('not_found')
  expect(await ask('id', 'nothing')).toBe('malformed')
  expect(await ask('id', request('my'))).toBe('malformed')
  expect(await ask('id', request('id', { age: 75 }))).toBe('malformed')
  expect(await ask('id', request('id', { age: -30 })), 'its clock is ahead').toBe('busy')
  expect(await ask('id', request('id', { signer: stranger }))).toBe('unauthenticated')
  expect(await ask('id', request('id', { signer: signerOf(openWitness(shop.karat).key.name, randomBytes(32)) }))).toBe(
    'unauthenticated',
  )
  const first = request('id')
  const answer = await ask('id', first)
  expect(answer).toMatch(/^karat-proof-commit-v1\nid\n/)
  expect(await ask('id', first)).toBe(answer)
  expect(await ask('id', request('id'))).toBe('proof_day_made')
  await shop.karat.db.run(sql`update proof.plans set claimed_until = null`)
  // Nobody at the witness knows of this request: the day waits for its signature, and is published without in the end.
  expect(await publishDueDay(shop.karat, at('id'))).toBeNull()
  expect(await read('/sandbox/witness/id')).toContain('commitment_differs')
  expect((await check()).number, 'the day before is still the last').toBe(1n)
  await publishAnyhow('id')
  const { findings, signed, number } = await check()
  expect({ findings, signed, number }).toEqual({ findings: [], signed: [0], number: 2n })
  expect(await ask('id', first), 'as long as it is the newest').toBe(answer)
})

/** As if the time that a witness has were over. */
async function publishAnyhow(store: string) {
  const { settings } = shop.karat
  const hasty = { ...settings, proof: { ...settings.proof, cosignSeconds: 0 } } as unknown as typeof settings
  expect(await publishDueDay({ ...shop.karat, settings: hasty }, at(store))).not.toBeNull()
}

test('a witness reads what was published without it, and signs again what continues that', async () => {
  await shop.karat.db.run(sql`update proof.plans set due_at = clock_timestamp(), claimed_until = null`)
  expect(await publishDueDay(shop.karat, at('id')), 'nobody has asked').not.toBeNull()
  expect((await check()).signed).toEqual([0])
  today += 1
  await due('id')
  await askForMoments(witness())
  expect(await publishDueDay(shop.karat, at('id'))).not.toBeNull()
  const { findings, signed, number } = await check()
  expect({ findings, signed, number }).toEqual({ findings: [], signed: [0, 1], number: 4n })
  const said = await read('/sandbox/witness/id')
  expect(said.split('\n').map((line) => line.split(' ').at(-1))).toEqual(
    expect.arrayContaining(['signed', 'read', 'commitment_differs']),
  )
})

test('two notes of one day are not signed, nor one that its shop has not', async () => {
  const { date } = await check()
  const file = await read(`/proof/id/${date}/note`)
  const { text } = splitSigned(file, 'note_malformed')
  const signer = await openSigner(shop.karat, 'id')
  const other = writeNote({ ...readNote(text), leaves: 1n })
  const cosign = (one: string) => cosignNote(witness(), 'id', one)
  expect(await cosign(signer.sign(other))).toEqual({ refused: 'not_the_next_day' })
  expect(await cosign(signerOf(signer.key.name, randomBytes(32)).sign(text))).toEqual({ refused: 'not_signed' })
  expect(await cosign('nothing')).toEqual({ refused: 'not_signed' })
  expect(await cosign(signer.sign(text)), 'the same once more').toEqual({ line: openWitness(shop.karat).line(text) })
  await expect(shop.karat.db.run(sql`delete from witness.notes`)).rejects.toThrow()
})

test('an answer of another date is none of this one, and who posts a note again writes nothing', async () => {
  await due('id')
  await askForMoments(witness())
  const asked = await shop.karat.db.rows<{ answer: string }>(sql`
    select answer from witness.requests where store = 'id' order by date desc limit 2`)
  const prepared = await shop.karat.db.row<{ text: string }>(sql`select text from proof.prepared where store = 'id'`)
  const note = readNote(prepared?.text ?? '')
  const signer = await openSigner(shop.karat, 'id')
  const earlier = asked.map(({ answer }) => answer).find((answer) => hashOf(utf8(answer)) !== note.commitment)
  const borrowed = writeNote({ ...note, commitment: hashOf(utf8(earlier ?? '')) })
  const moved = writeNote({ ...note, instant: instantOf(Date.parse(note.instant) + 1000) })
  const list = () => read('/sandbox/witness/id')
  for (const text of [borrowed, moved])
    expect(await cosignNote(witness(), 'id', signer.sign(text))).toEqual({ refused: 'commitment_differs' })
  const said = await list()
  expect(await cosignNote(witness(), 'id', signer.sign(moved))).toEqual({ refused: 'commitment_differs' })
  for (const date of (await read('/proof/id/days')).split('\n').filter(Boolean))
    await cosignNote(witness(), 'id', await read(`/proof/id/${date}/note`))
  expect(await list()).toBe(said)
  await shop.karat.db.run(
    sql`update witness.requests set answer = null where store = 'id' and answer = ${asked[0]?.answer}`,
  )
  const unanswered = writeNote({ ...note, leaves: 1n })
  expect(await cosignNote(witness(), 'id', signer.sign(unanswered)), 'it is not here yet').toEqual({
    refused: 'asking',
  })
  expect(await list()).toBe(said)
  await shop.karat.db.run(
    sql`update witness.requests set answer = ${asked[0]?.answer} where store = 'id' and answer is null and trouble is null`,
  )
  expect(await publishDueDay(shop.karat, at('id'))).not.toBeNull()
  expect((await check()).signed).toEqual([0, 1])
})

test('a witness that is not reached keeps no day from its store for long', async () => {
  await publishAnyhow('my') // that it asked for with the first
  await due('my')
  await askForMoments(witness())
  expect(await publishDueDay(shop.karat, at('my'))).toBeNull()
  await publishAnyhow('my')
  const { findings, signed } = await check('my')
  expect({ findings, signed }).toEqual({ findings: [], signed: [0] })
})

test('an answer that comes too late is none, and what never came is said', async () => {
  await due('id')
  const slow = { ...witness(), now: slowly() }
  await askForMoments(slow)
  expect(await read('/sandbox/witness/id')).toMatch(/^request \S+ late$/m)
  expect(await publishDueDay(shop.karat, at('id')), 'the witness does not sign').toBeNull()
  await publishAnyhow('id')
  today += 1
  await due('id')
  const away = { ...witness(), config: { ...shop.karat.config, SANDBOX_URL: 'http://127.0.0.1:9' } }
  await askForMoments(away)
  expect(await read('/sandbox/witness/id'), 'it may still answer').not.toMatch(/ missing$/m)
  await askForMoments({ ...away, now: witness(61_000).now })
  expect(await read('/sandbox/witness/id')).toMatch(/^request \S+ missing$/m)
})

/** A clock that is a minute on when the answer is there: it is asked before the request, before it is sent, and after. */
function slowly() {
  let asked = 0
  return () => witness(asked++ < 2 ? 0 : 61_000).now()
}

test('of two requests at once one has the day', async () => {
  const answers = await Promise.all([ask('my', request('my')), ask('my', request('my'))])
  expect(answers.filter((one) => one.startsWith('karat-proof-commit-v1'))).toHaveLength(1)
})

test('control: without the claim both make it, and the database takes one', async () => {
  await publishAnyhow('my')
  today += 2
  let made = 0
  shop.intercept.current = (text) => {
    if (text.includes('insert into proof.piece_secrets')) made++
    return later(text).replace('(plan.claimed_until is null or plan.claimed_until <', '(true or plan.claimed_until <')
  }
  const meet = meetingAt('insert into proof.prepared ', 2)
  const through = shop.intercept.current
  shop.intercept.current = async (text) => {
    await meet(text)
    return through(text)
  }
  const answers = await Promise.all([ask('my', request('my')), ask('my', request('my'))])
  expect(made).toBe(2)
  expect(answers.filter((one) => one.startsWith('karat-proof-commit-v1'))).toHaveLength(1)
})

test('what another process published meanwhile goes, and a date that was missed is left to the witness', async () => {
  await publishAnyhow('my') // of the control
  today += 2
  const made = await ask('my', request('my'))
  expect(made).toMatch(/^karat-proof-commit/)
  await asOwner(shop.connectionString, [
    `insert into proof.days (store, date, number, instant, owed_e4, there_e4, breach, text, digest, previous)
      select p.store, p.date, d.number + 1, d.instant + interval '1 hour', 0, 0, false, 'by hand', sha256('by hand'), d.digest
      from proof.prepared p join proof.days d on d.store = p.store where p.store = 'my' order by d.number desc limit 1`,
  ])
  const standing = sql`select (select count(*)::int from proof.prepared where store = 'my') as prepared,
    (select due_at >= (clock_timestamp() at time zone 'Asia/Kuala_Lumpur')::date::timestamp at time zone 'Asia/Kuala_Lumpur'
      from proof.plans where store = 'my') as "isToday"`
  await publishDueDay(shop.karat, at('my')).catch(() => {})
  expect(await shop.karat.db.row(standing)).toMatchObject({ prepared: 0 })
  await shop.karat.db.run(sql`update proof.plans set due_at = '-infinity', claimed_until = null where store = 'my'`)
  await publishDueDay(shop.karat, at('my')).catch(() => {})
  expect(await shop.karat.db.row(standing)).toEqual({ prepared: 0, isToday: true })
})
