/** The format of the proof of backing: the given vectors, every planted fraud by name and by both verifiers, and what makes a day. */
import { execFile, spawnSync } from 'node:child_process'
import { createHash, createHmac, createPublicKey, randomBytes, randomInt, verify } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import {
  differing,
  type Files,
  type Fraud,
  fraudFolder,
  given,
  list,
  makeFrauds,
  members,
  missingIn,
  testKey,
} from '../../tests/support/proof-frauds.ts'
import { hiddenSerial, readBarList, writeBars } from './bar-list-rules.ts'
import { checkAsMember, checkStore, checkTogether, type Find, type Member } from './check-rules.ts'
import { makeDay } from './day-rules.ts'
import { faultNames } from './fault-rules.ts'
import { compareBytes, hexOf, hmacWith, joinBytes, sha256, utf8 } from './hash-rules.ts'
import { amountOf, LARGEST_AMOUNT, partsOf, readShard, recordOf, splitUnits } from './leaf-rules.ts'
import { hashOf, joinSigned, readCommitment, readKeys, readNote, splitSigned, writeNote, ZEROS } from './note-rules.ts'
import { refusalOf } from './witness-rules.ts'

const verifyHere = (key: Uint8Array, text: Uint8Array, signature: Uint8Array) => {
  const x = Buffer.from(key).toString('base64url')
  return verify(null, text, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), signature)
}
const fromFolder = (folder: string) => async (file: string) => {
  try {
    return new Uint8Array(readFileSync(path.join(folder, file)))
  } catch {
    return null
  }
}
const fromFiles =
  (files: Files): Find =>
  async (file) =>
    files[file] ?? null
const keysIn = (folder: string) => readKeys(readFileSync(path.join(folder, 'keys'), 'utf8'))
const givenTrust = { keys: keysIn(given), verify: verifyHere }
const last = '2026-11-22'

test.each(members)('the given vectors are in order, and hold $units units of $contact', async (member) => {
  const asked = { ...member, units: member.units }
  const { findings, days, gaps } = await checkStore(fromFolder(given), 'given', {
    ...{ trust: givenTrust, member: asked, allDays: true },
  })
  expect({ findings, gaps }).toEqual({ findings: [], gaps: [] })
  expect(days.map(({ note, member: counted }) => [note.date, counted?.units, note.signed])).toEqual([
    ['2026-11-21', member.units, new Set([0, 1])],
    [last, member.units, new Set([0, 1])],
  ])
})

test('a member asks for the shards of their own parts and no other', async () => {
  const ratna = members[0] as Member
  const asked: string[] = []
  const find: Find = (file) => {
    asked.push(file)
    return fromFolder(given)(file)
  }
  const { counted } = await checkAsMember(find, last, givenTrust, ratna)
  expect(counted).toEqual({ units: 124_837n, parts: 4 })
  expect(asked).toHaveLength(2 + 5)
})

const frauds = makeFrauds()
const trust = { keys: keysIn(path.join(fraudFolder, 'good')), verify: verifyHere }

test('the frauds of the repository are those that are made here', () => {
  expect(JSON.parse(readFileSync(path.join(fraudFolder, 'cases.json'), 'utf8'))).toEqual(list(frauds))
  for (const { name, files, beside } of frauds)
    for (const [folder, made] of [
      [name, files],
      [`${name}-beside`, beside ?? {}],
    ] as const)
      for (const [file, bytes] of Object.entries(differing(made)))
        expect(hexOf(readFileSync(path.join(fraudFolder, folder, file))), `${folder}/${file}`).toBe(hexOf(bytes))
})

const memberOf = ({ member }: Fraud): Member | null => (member ? { ...member, units: member.own } : null)

test.each(frauds)('$name: $faults', async (fraud) => {
  const stores = [fraud.files, ...(fraud.beside ? [fraud.beside] : [])]
  const checked = await Promise.all(
    stores.map((files) =>
      checkStore(fromFiles(files), 'store', { ...{ trust, member: memberOf(fraud), allDays: true } }),
    ),
  )
  const findings = [
    ...checked.flatMap((store) => store.findings),
    ...checkTogether(checked.flatMap(({ days }) => days)),
  ]
  expect([...new Set(findings.map(({ fault }) => fault))].sort()).toEqual([...fraud.faults].sort())
  for (const fault of fraud.faults) expect(faultNames).toContain(fault)
})

const python = spawnSync('python3', ['--version']).status === 0
const folder = mkdtempSync(path.join(tmpdir(), 'karat-proof-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const wanted = ({ faults }: Fraud) => ({ status: faults.length > 0 ? 1 : 0, faults: [...faults].sort() })

/** Runs verify/proof.py over many places in one process; a place is a fraud's own files above the given ones. */
const driver = `
import contextlib, functools, io, json, os, sys
sys.path.insert(0, "verify")
import proof
given = sys.argv[1]
@functools.cache
def read(file):
    if os.path.exists(file):
        with open(file, "rb") as opened:
            return opened.read()
overlays = functools.cache(json.loads)
def find(place, path):
    overlay, missing = overlays(place.where)
    if path in missing:
        return None
    own = read(os.path.join(overlay, path))
    return read(os.path.join(given, path)) if own is None else own
proof.Place.find = find
# Most frauds have most shards in common.
proof.open_shard = functools.cache(proof.open_shard)
proof.ed25519 = functools.cache(proof.ed25519)
answers = []
for arguments in json.load(sys.stdin):
    said, status = io.StringIO(), None
    sys.argv = ["proof.py", *arguments]
    with contextlib.redirect_stdout(said):
        try:
            proof.main()
        except SystemExit as end:
            status = end.code
    answers.append([status, said.getvalue()])
print(json.dumps(answers))
`
const faultsIn = (said: string) =>
  [...new Set([...said.matchAll(/^FAULT (\w+)/gm)].map(([, fault = '']) => fault))].sort()
function argumentsOf({ member }: Fraud): string[] {
  const who = member ? ['--contact', member.contact, '--key', hexOf(member.key)] : []
  const units = member?.own === undefined ? [] : ['--units', String(member.own)]
  return ['--all-days', '--keys', path.join(fraudFolder, 'good/keys'), ...who, ...units]
}

test.skipIf(!python)('verify/proof.py names the same faults', { timeout: 120_000 }, () => {
  const asked = frauds.map((fraud) => [
    JSON.stringify([path.join(fraudFolder, fraud.name), missingIn(fraud.files)]),
    ...(fraud.beside ? [JSON.stringify([path.join(fraudFolder, `${fraud.name}-beside`), []])] : []),
    ...argumentsOf(fraud),
  ])
  const { stdout, stderr } = spawnSync('python3', ['-c', driver, given], {
    input: JSON.stringify(asked),
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  const verdicts = (JSON.parse(stdout) as [number, string][]).map(([status, said], i) => ({
    name: frauds[i]?.name,
    status,
    faults: faultsIn(said),
  }))
  expect(verdicts).toEqual(frauds.map((fraud) => ({ name: fraud.name, ...wanted(fraud) })))
})

const programs: [string, string[]][] = [
  [process.execPath, ['scripts/proof.ts', 'verify']],
  ...(python ? [['python3', ['verify/proof.py']] as [string, string[]]] : []),
]
test.each(programs)(
  '%s %s reads a folder, and exits with 1 where something is wrong',
  { timeout: 120_000 },
  (command, before) => {
    const place = path.join(folder, 'store')
    cpSync(given, place, { recursive: true })
    const verdict = () => {
      const { status, stdout } = spawnSync(command, [...before, place, '--keys', path.join(given, 'keys')], {
        encoding: 'utf8',
      })
      return { status, faults: faultsIn(stdout) }
    }
    expect(verdict()).toEqual({ status: 0, faults: [] })
    rmSync(path.join(place, last, 'bars.csv'))
    expect(verdict()).toEqual({ status: 1, faults: ['file_missing'] })
  },
)

/** The given days at an address that refuses each file once for want of time. */
async function atAddress(does: (address: string) => Promise<void>) {
  const asked = new Set<string>()
  const server = createServer((request, response) => {
    const file = (request.url ?? '').replace('/id/', '')
    const busy = !asked.has(file)
    asked.add(file)
    const found = existsSync(path.join(given, file))
    response.writeHead(busy ? 429 : found ? 200 : 404, busy ? { 'retry-after': '0' } : {})
    response.end(!busy && found ? readFileSync(path.join(given, file)) : '')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  await does(`http://127.0.0.1:${(server.address() as AddressInfo).port}/id/`)
  server.close()
}
const run = promisify(execFile)
const runs = async (command: string, given: string[]) =>
  run(command, given).then(
    ({ stdout }) => ({ status: 0, stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ status: code, stdout }),
  )

test.each(programs)(
  '%s %s waits for a busy shop, and says when its newest day is too old',
  { timeout: 120_000 },
  async (command, before) => {
    await atAddress(async (address) => {
      const asked = [...before, address, '--all-days', '--keys', path.join(given, 'keys')]
      const { status, stdout } = await runs(command, asked)
      expect(stdout).toMatch(/read id 2026-11-21[\s\S]*read id 2026-11-22/)
      expect({ status, faults: faultsIn(stdout) }).toEqual({ status: 1, faults: ['day_overdue'] })
    })
  },
)

test.each(programs)(
  '%s %s does not leave a member out whose key is missing or too short',
  { timeout: 120_000 },
  async (command, before) => {
    for (const half of [
      ['--contact', 'ratna@karat.test'],
      ['--contact', 'a@b.test', '--key', 'abcd'],
      ['--key', 'ab'.repeat(32)],
    ]) {
      const { status, stdout } = await runs(command, [...before, given, '--keys', path.join(given, 'keys'), ...half])
      expect([status, stdout]).toEqual([1, ''])
    }
  },
)

test('a part is found in a shard of any size, and nothing else', () => {
  for (const size of [4, 8, 2048]) {
    const tags = Array.from({ length: size }, (_, i) => sha256(utf8(`tag ${i}`)).fill(7, 0, 1)).sort(compareBytes)
    const file = joinBytes(...tags.map((tag, i) => recordOf(tag, i)))
    expect(tags.map((tag) => amountOf(readShard(file, 7), tag))).toEqual(tags.map((_, i) => BigInt(i)))
    for (const none of [new Uint8Array(32), new Uint8Array(32).fill(255), sha256(utf8('other')).fill(7, 0, 1)])
      expect(amountOf(file, none)).toBeNull()
  }
})

test('without keys that the reader trusts nothing is in order', () => {
  const { status, stdout } = spawnSync(
    process.execPath,
    ['scripts/proof.ts', 'verify', given, '--keys', path.join(folder, 'none')],
    { encoding: 'utf8' },
  )
  expect([status, stdout]).toEqual([1, expect.stringContaining('FAULT no_keys')])
})

test('hashes are those of the platform', () => {
  const bytes = fc.uint8Array({ maxLength: 300 })
  fc.assert(
    fc.property(bytes, bytes, (key, message) => {
      expect(hexOf(sha256(message))).toBe(createHash('sha256').update(message).digest('hex'))
      expect(hexOf(hmacWith(key)(message))).toBe(createHmac('sha256', key).update(message).digest('hex'))
    }),
  )
})

const chance = {
  draw: (most: number) => randomInt(most + 1),
  bytes: (count: number) => new Uint8Array(randomBytes(count)),
}

test('parts are of the right number, none too large, and sum to the liability', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 20_000_000n }), (units) => {
      const parts = splitUnits(units, chance.draw)
      expect(parts).toHaveLength(partsOf(units))
      expect(parts.every((part) => part >= 0 && part <= LARGEST_AMOUNT)).toBe(true)
      expect(parts.reduce((sum, part) => sum + BigInt(part), 0n)).toBe(units)
    }),
  )
  expect([partsOf(0n), partsOf(1n), partsOf(1_000_000n), partsOf(1_000_001n), partsOf(5_000_000n)]).toEqual([
    0, 4, 4, 5, 8,
  ])
})

test('a day that is made here is one that is accepted, with what every member is owed', async () => {
  const day = { store: 'id', date: '2026-12-01' }
  const owed = Array.from({ length: 300 }, (_, i) => ({
    ...{ key: chance.bytes(32), contact: `member${i}@example.test`, units: BigInt(i) * 7_919n },
  }))
  const bars = [
    { serial: 'B1', maker: 'Maker, "of" gold', kind: 'cast', grossWeight: 500_000_000n, fineness: 9999 },
    { serial: 'B2', maker: 'Maker', kind: 'cast', grossWeight: 10_000_000n, fineness: 9950 },
  ].map((bar, i) => ({
    ...bar,
    fineWeight: (bar.grossWeight * BigInt(bar.fineness)) / 10_000n,
    place: 'V1',
    state: i === 0 ? ('reserved' as const) : ('pledged' as const),
  }))
  let pauses = 0
  const { files, counted } = await makeDay(day, owed, bars, { chance, pause: async () => void pauses++ })
  expect(pauses).toBeGreaterThan(256)
  expect(counted).toMatchObject({ liabilities: owed.reduce((sum, { units }) => sum + units, 0n), assets: 499_950_000n })
  const shop = testKey('shop.test/proof/id')
  const text = writeNote({
    ...{
      ...day,
      ...counted,
      instant: '2026-12-01T03:00:00Z',
      commitment: ZEROS,
      heads: 'ab'.repeat(32),
      previous: ZEROS,
    },
    ...{ cash: [{ currency: 'IDR', owed: 1n, atBank: 2n, statementDate: '2026-11-30' }], number: 1n, breach: false },
  })
  const place: Files = {
    ...{
      keys: utf8(`${readFileSync(path.join(fraudFolder, 'good/keys'), 'utf8').split('\n')[0]}\n`),
      days: utf8(`${day.date}\n`),
    },
    ...{ [`${day.date}/note`]: utf8(joinSigned(text, shop.sign(text))), [`${day.date}/roots`]: files.roots },
    [`${day.date}/bars.csv`]: files.bars,
  }
  for (const [shard, file] of files.shards.entries())
    place[`${day.date}/shard/${shard.toString(16).padStart(2, '0')}`] = file
  for (const member of owed.slice(0, 5)) {
    const { findings } = await checkStore(fromFiles(place), 'made', {
      ...{ trust: { keys: [shop.key], verify: verifyHere }, member, allDays: true },
    })
    expect(findings).toEqual([])
  }
  expect(readShard(files.shards[255] as Uint8Array, 255).length).toBe((files.shards[0] as Uint8Array).length)
})

test('the list of bars comes back as it was written, and a hidden number is opened by its secret', () => {
  const secret = new Uint8Array(16).fill(3)
  const serial = hiddenSerial(secret, 'Karat', 'AB-1')
  expect(serial).toBe(
    `#${createHash('sha256')
      .update(Buffer.concat([secret, Buffer.from('Karat/AB-1')]))
      .digest('hex')}`,
  )
  const bars = [
    {
      serial,
      maker: 'Karat',
      kind: 'minted',
      grossWeight: 100_000n,
      fineness: 9999,
      fineWeight: 99_990n,
      place: 'C1',
      state: 'available' as const,
    },
  ]
  expect(readBarList(utf8(writeBars(bars)))).toEqual({ bars, counted: 99_990n })
})

const noteText = (name: string) =>
  splitSigned(
    Buffer.from(frauds.find((one) => one.name === name)?.files[`${last}/note`] ?? '').toString(),
    'note_malformed',
  ).text

test('a witness cosigns the next day once, and no other note for it', () => {
  const good = noteText('good')
  const note = readNote(good)
  const before = { date: '2026-11-21', number: 1n, hash: note.previous }
  const answer = splitSigned(readFileSync(path.join(given, last, 'commit'), 'utf8'), 'commitment_malformed')
  const committed = readCommitment(answer.text)
  const asks = { store: 'id', last: before, committed }
  expect(refusalOf(good, asks)).toBeNull()
  const after = { date: note.date, number: 2n, hash: hashOf(utf8(good)) }
  expect(refusalOf(good, { ...asks, last: after })).toBeNull()
  const second = writeNote({ ...note, assets: note.assets + 1n })
  expect(refusalOf(second, { ...asks, last: after })).toBe('not_the_next_day')
  expect(refusalOf(noteText('wrong-previous-hash'), asks)).toBe('previous_differs')
  expect(refusalOf(noteText('wrong-day-number'), asks)).toBe('not_the_next_day')
  expect(refusalOf(noteText('commitment-not-carried'), asks)).toBe('commitment_differs')
  expect(refusalOf(good, { ...asks, committed: null }), 'an answer that came too late').toBe('commitment_differs')
  for (const other of [{ instant: '2026-11-22T00:00:00Z' }, { heads: ZEROS }, { bars: ZEROS }])
    expect(refusalOf(writeNote({ ...note, ...other }), asks), 'its hash, and other values').toBe('commitment_differs')
  expect(refusalOf(noteText('breach-kept-quiet'), asks)).toBe('breach_unsaid')
  expect(refusalOf(noteText('root-cut'), asks)).toBe('not_a_note')
  expect(refusalOf(good, { ...asks, store: 'my' })).toBe('other_store')
})
