/** The ledger as the books show it: from the sums of its kinds to one transfer. What is shown of members is on record. */
import type { Queryable, Tx } from '../db/database.ts'
import { inOneSnapshot } from '../db/one-snapshot.ts'
import { namesOfMembers } from '../identity/member-name-queries.ts'
import type { Bag } from '../karat.ts'
import * as ledger from '../ledger/browse-queries.ts'
import { type AccountKind, type Asset, accountKinds } from '../ledger/ledger-rules.ts'
import { amountText, weight, weightText } from '../money/money.ts'
import { Refusal } from '../refusals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction, recordActions } from '../staff/record-action.ts'
import { namesOfStaff } from '../staff/staff-name-queries.ts'
import { endOfDay, type Store, startOfDay } from '../stores/stores.ts'
import type {
  AccountsView,
  EntriesView,
  EntriesWish,
  KindsView,
  OneAccountView,
  OneTransferView,
} from './ledger-contract.ts'

type Books = Pick<Bag<'books'>, 'db'>
type Stores = { stores: ReadonlyMap<string, Store> }
const PAGE = 50

const textOf = (units: bigint, asset: Asset): string =>
  asset === 'XAU' ? weightText(weight(units)) : amountText(units, asset)

const order = Object.keys(accountKinds)
const byKind = (a: { kind: string; asset: string }, b: { kind: string; asset: string }) =>
  order.indexOf(a.kind) - order.indexOf(b.kind) || (a.asset < b.asset ? -1 : 1)

/** Every kind of account of a store and what it holds, and that all of them together hold nothing. Reads all entries. */
export async function readKinds({ db }: Books, store: Store): Promise<KindsView> {
  const rows = (await ledger.listKindSums(db, store.code)).sort(byKind)
  const sums = Map.groupBy(rows, ({ asset }) => asset)
  return {
    rows: rows.map(({ kind, asset, accounts, entries, sum, kept, houseAccount }) => ({
      ...{ kind, asset, holder: accountKinds[kind].holder, accounts, entries: Number(entries) },
      sum: textOf(sum, asset),
      floor: kept === null ? 'none' : kept === sum ? 'agrees' : 'differs',
      account: houseAccount === null ? null : String(houseAccount),
    })),
    assets: [...sums].map(([asset, own]) => ({
      asset,
      sum: textOf(
        own.reduce((whole, { sum }) => whole + sum, 0n),
        asset,
      ),
    })),
  }
}

type AccountsWish = { store: Store; kind: AccountKind; after: bigint; size: number }

/** Accounts of a kind, the oldest first, with the names of their members and none of what they hold. */
export async function readAccounts({ db }: Books, wish: AccountsWish): Promise<AccountsView> {
  const { store, kind, after, size } = wish
  const found = await ledger.listAccounts(db, { store: store.code, kind, after, limit: size + 1 })
  const rows = found.slice(0, size)
  const named = await namedAccounts(db, rows)
  return {
    rows: rows.map((row) => ({ ...named(row), opened_at: row.openedAt.toISOString() })),
    next: found.length > size ? String(rows.at(-1)?.id) : null,
  }
}

type Named = Pick<ledger.LedgerAccount, 'store' | 'kind' | 'asset' | 'memberId'>

async function namedAccounts(db: Queryable, accounts: Pick<Named, 'memberId'>[]) {
  const ids = accounts.flatMap(({ memberId }) => memberId ?? [])
  const names = ids.length === 0 ? new Map<string, string>() : await namesOfMembers(db, ids)
  return ({ store, kind, asset, memberId, id }: Named & { id: bigint }) => ({
    ...{ account: String(id), store, kind, asset, member_id: memberId },
    member: memberId === null ? '' : (names.get(memberId) ?? ''),
  })
}

async function accountOf(db: Queryable, id: string): Promise<ledger.LedgerAccount> {
  const account = await ledger.findAccount(db, BigInt(id))
  if (!account) throw new Refusal('not_found')
  return account
}

/** Whose an account is and of what; nothing of what it holds. Refuses not_found. */
export async function readAccount({ db }: Books, id: string): Promise<OneAccountView> {
  const account = await accountOf(db, id)
  const named = await namedAccounts(db, [account])
  return { ...named(account), opened_at: account.openedAt.toISOString(), floored: account.floored }
}

/** Entries of an account of the house, the newest first, in one moment. Refuses not_found, of a member's account as well. */
export const readEntries = ({ db, stores }: Books & Stores, wish: EntriesWish): Promise<EntriesView> =>
  inOneSnapshot(db, async (tx) => {
    const account = await accountOf(tx, wish.account)
    if (account.memberId !== null) throw new Refusal('not_found')
    return entriesOf(tx, stores, account, wish)
  })

/**
 * The same of a member's account, for a reason, and the look is on record. Refuses not_found, of an account of the house as well;
 * permission_missing without members.reveal; invalid_input (reason).
 */
export const revealEntries = (
  { db, stores }: Books & Stores,
  staff: Staff,
  { reason, ...wish }: EntriesWish & { reason: string },
): Promise<EntriesView> => {
  const reveal = async (tx: Tx) => {
    const account = await accountOf(tx, wish.account)
    const { memberId, kind, store } = account
    if (memberId === null) throw new Refusal('not_found')
    await recordAction(tx, staff, {
      ...{ action: 'members.reveal', subject: { kind: 'member', id: memberId }, store, reason },
      details: { did: 'reveal', what: 'ledger', account: kind },
    })
    return entriesOf(tx, stores, account, wish)
  }
  return inOneSnapshot(db, reveal, { writes: true })
}

async function entriesOf(
  db: Queryable,
  stores: Stores['stores'],
  { id, asset, store: code }: ledger.LedgerAccount,
  { from, to, before }: EntriesWish,
): Promise<EntriesView> {
  const timeZone = stores.get(code)?.timeZone ?? 'UTC'
  const span = { from: from ? startOfDay(from, timeZone) : undefined, to: to ? endOfDay(to, timeZone) : undefined }
  const [found, sums] = await Promise.all([
    ledger.listEntries(db, { account: id, before: placeOf(before), limit: PAGE + 1, ...span }),
    ledger.sumsOfAccount(db, id, span),
  ])
  const { entries, opening, added, taken } = sums
  const [newest] = found
  // Of the first page it is what the account held at the end of the days.
  let after = before && newest ? await ledger.heldWith(db, id, newest) : opening + added - taken
  const rows = found.slice(0, PAGE).map(({ transferId, position, kind, at, amount }) => {
    const held = after
    after -= amount
    return {
      ...{ place: `${transferId}.${position}`, transfer_id: transferId, kind, at: at.toISOString() },
      ...{ amount: textOf(amount, asset), after: textOf(held, asset) },
    }
  })
  return {
    rows,
    next: found.length > PAGE ? (rows.at(-1)?.place ?? null) : null,
    sums: {
      ...{ entries: Number(entries), opening: textOf(opening, asset), added: textOf(added, asset) },
      ...{ taken: textOf(taken, asset), closing: textOf(opening + added - taken, asset) },
    },
  }
}

function placeOf(text: string | undefined): ledger.EntryPlace | undefined {
  const [transferId = '', position = ''] = text?.split('.') ?? []
  return text === undefined ? undefined : { transferId, position: Number(position) }
}

type TransferShown = Omit<OneTransferView, 'record'> & { behind: { kind: string; reference: string } }

/** One transfer with all its legs; where members have some of them, the look is on record for each. Refuses not_found. */
export const readTransfer = ({ db }: Books, staff: Staff, id: string): Promise<TransferShown> =>
  db.transaction(async (tx) => {
    const found = await ledger.findTransfer(tx, id)
    if (!found) throw new Refusal('not_found')
    const [store = ''] = found.legs.map((leg) => leg.store)
    const [, named, by] = await Promise.all([
      recordLooks(tx, staff, { store, transfer: found }),
      namedAccounts(tx, found.legs),
      nameActor(tx, found),
    ])
    const { kind, reference, reason, at, happenedAt, reverses, reversedBy, shard, seq, hash, legs } = found
    return {
      ...{ transfer_id: id, kind, reference, actor: by, reason, store },
      ...{ reverses: reverses && { id: reverses.id, kind: reverses.kind }, reversed_by: reversedBy },
      ...{ at: at.toISOString(), happened_at: happenedAt?.toISOString() ?? null },
      chain: { shard, seq: Number(seq), hash },
      parts: legs.map((leg) => ({ ...named({ ...leg, id: leg.account }), amount: textOf(leg.amount, leg.asset) })),
      behind: reverses ?? { kind, reference },
    }
  })

/** `staff:<id>`, two of them with a plus between, or `member:<id>`, by name; what is no person as it stands. */
async function nameActor(tx: Tx, { actor }: ledger.FoundTransfer): Promise<string> {
  const people = actor.split('+').map((one) => one.replace(/^staff:|^member:/, ''))
  if (!people.every((id) => /^[0-9a-f-]{36}$/.test(id))) return actor
  const names = actor.startsWith('staff:') ? await namesOfStaff(tx, people) : await namesOfMembers(tx, people)
  return people.map((id) => names.get(id) ?? id).join(', ')
}

type Looked = { store: string; transfer: ledger.FoundTransfer }

function recordLooks(tx: Tx, staff: Staff, { store, transfer: { id, kind, legs } }: Looked): Promise<void> {
  const members = [...new Set(legs.flatMap(({ memberId }) => memberId ?? []))]
  return recordActions(
    tx,
    staff,
    members.map((member) => ({
      ...{ action: 'books.see' as const, subject: { kind: 'member', id: member }, store },
      details: { did: 'look' as const, transfer: id, kind },
    })),
  )
}
