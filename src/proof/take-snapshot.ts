/** What a store owes to each member and what it has, all of one moment. */

import { readBacking } from '../backing/judge-backing.ts'
import { breachOf } from '../backing/register/bar-rules.ts'
import { listRegister } from '../backing/register/register-queries.ts'
import { housePieces, listHousePieces, numberedSku } from '../catalogue/piece-queries.ts'
import { sql, type Tx } from '../db/database.ts'
import { inOneSnapshot } from '../db/one-snapshot.ts'
import { listProofOwners, makeMissingAuditKeys, type ProofOwner } from '../identity/audit-keys.ts'
import type { Bag } from '../karat.ts'
import { listGramsByMember } from '../ledger/ledger-queries.ts'
import { publishHeads } from '../ledger/publish-heads.ts'
import { listOwedInPieces } from '../orders/core/owed-pieces.ts'
import type { Store } from '../stores/stores.ts'
import { cashLines } from './bank-balances.ts'
import { hiddenSerial, type ListedBar, type ListedState, sumOfBars } from './bar-list-rules.ts'
import type { CashLine } from './note-rules.ts'

export type Snapshot = {
  /** The store's day, and the moment in whole seconds. */
  date: string
  instant: Date
  /** Digest of the ledger's heads. */
  heads: string
  owed: (ProofOwner & { units: bigint })[]
  bars: ListedBar[]
  cash: CashLine[]
  breach: boolean
  previous: { number: bigint; digest: Buffer } | null
}

/** Where pieces of the shop are, as the public list says it. */
const SHOP_PLACE = 'shop'

const LONGEST_MS = 60_000

/**
 * Reads everything in one transaction that sees one moment, in which whoever and whatever came since the last day also gets an audit key and
 * what hides its number: nothing comes between. What members are owed one by one is what the judge of the backing says
 * altogether, and the list of bars is what it counts; where they are not, nothing is published.
 */
export const takeSnapshot = (
  { db, sealing }: Pick<Bag<'proof'>, 'db' | 'sealing'>,
  store: Store,
): Promise<Snapshot> => {
  const { code, timeZone } = store
  const take = async (tx: Tx): Promise<Snapshot> => {
    const { digest: heads } = await publishHeads(tx)
    const moment = await tx.row<{ date: string; instant: Date }>(sql`
      select to_char(at at time zone ${timeZone}::text, 'YYYY-MM-DD') as date, at as instant
      from (select date_trunc('second', clock_timestamp()) as at) as moment`)
    if (!moment) throw new Error('the database told no time')
    await makeMissingAuditKeys(tx, sealing)
    await hidePieces(tx, code)
    const [backing, units, bars, cash, previous] = await Promise.all([
      readBacking(tx, code),
      listUnits(tx, code),
      listCounted(tx, code),
      cashLines(tx, store),
      tx.row<{ number: bigint; digest: Buffer }>(sql`
        select number, digest from proof.days where store = ${code} order by number desc limit 1`),
    ])
    const owed = await ownersOf(tx, units)
    requireSame('owed to members', sumOf(units), backing.members + backing.pieces)
    requireSame('listed as gold of the house', sumOfBars(bars), backing.bars + backing.stock)
    return { ...moment, heads, owed, bars, cash, breach: breachOf(backing) !== null, previous: previous ?? null }
  }
  return inOneSnapshot(db, take, { writes: true, longestMs: LONGEST_MS })
}

/** Pieces that came since the last day get what hides their numbers. */
const hidePieces = (tx: Tx, store: string) =>
  tx.run(sql`
    insert into proof.piece_secrets (serial, secret)
    select serial, substring(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) for 16) from (${housePieces(store)}) as piece
    where not exists (select from proof.piece_secrets s where s.serial = piece.serial) on conflict (serial) do nothing`)

function requireSame(what: string, listed: bigint, judged: bigint): void {
  if (listed !== judged) throw new Error(`${what}: ${listed}, but the judge of the backing says ${judged}`)
}

const sumOf = (units: Map<string, bigint>) => [...units.values()].reduce((sum, one) => sum + one, 0n)

/** Grams, held ones included, and pieces that are paid for and not handed over, by member. */
async function listUnits(tx: Tx, store: string): Promise<Map<string, bigint>> {
  const [grams, pieces] = await Promise.all([
    listGramsByMember(tx, store),
    listOwedInPieces(tx, store, numberedSku(sql`l.sku_id`)),
  ])
  const units = new Map<string, bigint>()
  for (const one of [...grams, ...pieces]) units.set(one.memberId, (units.get(one.memberId) ?? 0n) + one.units)
  return units
}

async function ownersOf(tx: Tx, units: Map<string, bigint>): Promise<Snapshot['owed']> {
  const owners = await listProofOwners(tx, [...units.keys()])
  if (owners.length !== units.size) throw new Error('gold is owed to somebody who is no member')
  return owners.map((owner) => ({ ...owner, units: units.get(owner.id) ?? 0n })).filter(({ units: own }) => own > 0n)
}

/** Bars of the register by their numbers, pieces of the shop by what hides theirs. */
async function listCounted(tx: Tx, store: string): Promise<ListedBar[]> {
  const [register, pieces, secrets] = await Promise.all([
    listRegister(tx, store),
    listHousePieces(tx, store),
    tx.rows<{ serial: string; secret: Buffer }>(sql`
      select s.serial, s.secret from proof.piece_secrets s join (${housePieces(store)}) as piece on piece.serial = s.serial`),
  ])
  const secretOf = new Map(secrets.map(({ serial, secret }) => [serial, secret]))
  return [
    ...register.map((bar) => ({ ...bar, state: bar.state === 'in_transit' ? ('reserved' as const) : bar.state })),
    ...pieces.map(({ serial, isPromised, ...piece }) => {
      const secret = secretOf.get(serial)
      if (!secret) throw new Error(`piece ${serial} has no secret`)
      const state: ListedState = isPromised ? 'reserved' : 'available'
      const hidden = hiddenSerial(new Uint8Array(secret), piece.maker, serial)
      return { ...piece, serial: hidden, place: SHOP_PLACE, state }
    }),
  ]
}
