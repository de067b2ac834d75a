/**
 * npm run proof -- run --store CODE
 *
 * Publishes the day of a store where it is due, as the shop's own round does, and says why it does not. The database is DATABASE_URL, or the
 * embedded one that runs on DATA_DIR; MASTER_KEY and PUBLIC_URL as the shop has them.
 *
 * npm run proof -- witness --store CODE --key <name>+<hash>+<key> --address URL
 *
 * Names a witness that stands beside a store from now on and for good: its verifier key, and the address at which it signs. The first one
 * asks for the moment of each day. It changes the store's published keys: say so to whoever keeps them.
 *
 * npm run proof -- verify <address or folder> ... [--all-days] [--keys FILE] [--contact C --key HEX [--units N]]
 *
 * Checks published proofs of backing (docs/proof.md) and needs no database: the last day of each store, or all of them. An address or folder
 * is one store's, the one that holds `days`. The keys are those of --keys, or of verify/keys; what the shop itself publishes is only compared.
 * --contact and --key count what is owed to a member; --units is what their own record says, in 0.0001 g.
 * Prints FAULT with a name for whatever is wrong. Exit code 1 where there is any.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { decimal } from '../src/money/money.ts'
import {
  type CheckedDay,
  checkStore,
  checkTogether,
  type Find,
  type Finding,
  noting,
} from '../src/proof/check-rules.ts'
import { verifyWithNode } from '../src/proof/ed25519.ts'
import { fromHex } from '../src/proof/hash-rules.ts'
import { decode, readKeys } from '../src/proof/note-rules.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const sayFault = ({ fault, where, detail }: Finding) => say(`FAULT ${fault} ${where} ${detail}`.trim())

const inFolder =
  (folder: string): Find =>
  async (file) => {
    try {
      return new Uint8Array(await readFile(path.join(folder, file)))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }

const MOST_WAITS = 30
const LONGEST_WAIT_S = 120

/** Waits as long as a server asks for that has too much to do. */
const atAddress =
  (address: string): Find =>
  async (file) => {
    const whole = `${address.replace(/\/$/, '')}/${file}`
    for (let waits = 0; ; waits++) {
      const answer = await fetch(whole, { signal: AbortSignal.timeout(60_000) })
      if (answer.ok) return new Uint8Array(await answer.arrayBuffer())
      if (answer.status === 404) return null
      if (![429, 503].includes(answer.status) || waits === MOST_WAITS) throw new Error(`${whole}: ${answer.status}`)
      const asked = answer.headers.get('retry-after') ?? ''
      const seconds = /^\d{1,6}$/.test(asked) ? Math.min(Number(asked), LONGEST_WAIT_S) : 5
      process.stderr.write(`${whole}: ${answer.status}, again in ${seconds} s\n`)
      await setTimeout(seconds * 1000)
    }
  }

const gramsOf = (units: bigint) => `${decimal(units, 4)} g`

function sayDay({ note, member }: CheckedDay): void {
  if (member) say(`member ${note.store} ${note.date} ${gramsOf(member.units)} in ${member.parts} parts`)
  const witnesses = [...note.signed].filter((index) => index > 0).length
  const numbers = `owed ${note.liabilities}, there ${note.assets}, witnesses ${witnesses}`
  say(`read ${note.store} ${note.date} ${numbers}${note.breach ? ' BREACH' : ''}`)
}

const usage =
  'Usage: npm run proof -- verify <address or folder> ... [--all-days] [--keys FILE] [--contact C --key HEX [--units N]]\n' +
  '       npm run proof -- run --store CODE\n' +
  '       npm run proof -- witness --store CODE --key <name>+<hash>+<key> --address URL'

function readOptions(given: string[]) {
  const { values, positionals } = parseArgs({
    args: given,
    allowPositionals: true,
    options: {
      'all-days': { type: 'boolean', default: false },
      keys: { type: 'string', default: 'verify/keys' },
      contact: { type: 'string' },
      key: { type: 'string' },
      units: { type: 'string' },
    },
  })
  const [command, ...places] = positionals
  const key = values.key === undefined ? null : fromHex(values.key)
  const isMember = values.contact !== undefined && key?.length === 32
  const isNobody = [values.contact, values.key, values.units].every((one) => one === undefined)
  const isCount = values.units === undefined || /^(0|[1-9]\d*)$/.test(values.units)
  if (command !== 'verify' || places.length === 0 || !(isMember || isNobody) || !isCount) throw new Error(usage)
  const units = values.units === undefined ? undefined : BigInt(values.units)
  const member = isMember && key ? { contact: values.contact ?? '', key, units } : null
  return { places, member, keyFile: values.keys, allDays: values['all-days'] }
}

/** The keys that the caller trusts; null, and said, where there are none. */
async function trustedKeys(file: string, findings: Finding[]) {
  if (existsSync(file))
    return noting(findings, file, async () => readKeys(decode(await readFile(file), 'keys_malformed')))
  findings.push({ fault: 'no_keys', where: file, detail: 'give the keys that you trust with --keys' })
  return null
}

async function main(): Promise<boolean> {
  const [command, ...given] = process.argv.slice(2)
  if (command === 'run' || command === 'witness') {
    // Whoever verifies loads nothing of the shop.
    const { publish, nameWitness } = await import('./proof-shop.ts')
    const said = await (command === 'run' ? publish(given) : nameWitness(given))
    say(said ?? usage)
    return said !== null
  }
  const { places, member, keyFile, allDays } = readOptions(process.argv.slice(2))
  const findings: Finding[] = []
  const keys = await trustedKeys(keyFile, findings)
  const days: CheckedDay[] = []
  for (const place of keys ? places : []) {
    const asksItself = /^https?:\/\//.test(place)
    const store = await checkStore(asksItself ? atAddress(place) : inFolder(place), place, {
      ...{ trust: { keys: keys ?? [], verify: verifyWithNode }, member, allDays },
      ...(asksItself ? { now: Date.now() } : {}),
    })
    for (const [from, to] of store.gaps) say(`gap no day between ${from} and ${to}`)
    store.days.forEach(sayDay)
    findings.push(...store.findings)
    days.push(...store.days)
  }
  findings.push(...checkTogether(days))
  findings.forEach(sayFault)
  if (findings.length === 0) say('Everything that was read is in order.')
  return findings.length === 0
}

main().then(
  (good) => {
    process.exitCode = good ? 0 : 1
  },
  (error: Error) => {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  },
)
