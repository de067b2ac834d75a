/** Transfers as both sides see them. */
import { hashOfToken } from '../credentials/session-token.ts'
import { type Queryable, type Sql, sql } from '../db/database.ts'
import { nameOf, namesOf, shownCodeOf } from '../identity/find-recipient.ts'
import { type Weight, weightText } from '../money/money.ts'
import { Refusal } from '../refusals.ts'
import type { Holder } from './holder.ts'
import type { GiftView, TransfersView, TransferView } from './transfer-contract.ts'
import type { Card, TransferState } from './transfer-rules.ts'

type Row = {
  id: string
  number: string
  state: TransferState
  senderId: string
  shown: string
  weight: Weight
  note: string
  card: Card
  made_at: Date
  ends_at: Date | null
}
const columns = sql`id, number, state, member_id as "senderId", shown_to as shown, weight_e4 as weight, note, card, made_at, ends_at`
const ownedBy = ({ memberId, store }: Holder): Sql =>
  sql`store = ${store} and (member_id = ${memberId} or recipient_id = ${memberId})`

/** Refuses not_found for one that the member neither sent nor is to have. */
export async function findTransfer(db: Queryable, holder: Holder, id: string): Promise<TransferView> {
  const row = await db.row<Row>(sql`select ${columns} from vault.transfers where id = ${id} and ${ownedBy(holder)}`)
  if (!row) throw new Refusal('not_found')
  return view(holder, row, await namesOf(db, [row.senderId]))
}

export async function listTransfers(db: Queryable, holder: Holder): Promise<TransfersView> {
  const [code, rows] = await Promise.all([
    shownCodeOf(db, holder.memberId),
    db.rows<Row>(sql`
      select ${columns} from vault.transfers where ${ownedBy(holder)} order by made_at desc, id desc limit 100`),
  ])
  const names = await namesOf(db, [...new Set(rows.map(({ senderId }) => senderId))])
  return { code, transfers: rows.map((row) => view(holder, row, names)) }
}

function view({ memberId }: Holder, row: Row, names: ReadonlyMap<string, string>): TransferView {
  const isSent = row.senderId === memberId
  return {
    ...{ transfer_id: row.id, number: row.number, way: isSent ? 'sent' : 'received', state: row.state },
    ...{ weight: weightText(row.weight), note: row.note, card: row.card },
    other: isSent ? row.shown : (names.get(row.senderId) ?? ''),
    ...{ made_at: row.made_at.toISOString(), ends_at: row.ends_at?.toISOString() ?? null },
  }
}

/** What a link of a transfer leads to, for whoever has it. Refuses not_found. */
export async function readGift(db: Queryable, token: string): Promise<GiftView> {
  const row = await db.row<Row & { store: string; ends_at: Date }>(sql`
    select ${columns}, store from vault.transfers where claim_hash = ${hashOfToken(token)}`)
  if (!row) throw new Refusal('not_found')
  return {
    ...{
      store: row.store,
      state: row.state,
      from: await nameOf(db, row.senderId),
      weight: weightText(row.weight),
    },
    ...{ note: row.note, card: row.card, ends_at: row.ends_at.toISOString() },
  }
}
