/** All that is known of who a member is, for the office. Numbers are opened here, read, and never handed on. */
import type { Sealing } from '../credentials/sealing.ts'
import { type Queryable, sql } from '../db/database.ts'
import { aboutNumber } from './auth-real-name.ts'
import { masked, numberFacts, type Sex } from './id-number-rules.ts'
import { getLevel } from './level-queries.ts'
import { type Level, levelName, type Step, steps } from './level-rules.ts'
import type { OfficeReviewView } from './office-contract.ts'
import { namesOfActors } from './office-queries.ts'
import { openNumber } from './open-number.ts'
import type { ReviewState } from './review-rules.ts'
import { aboutTaxNumber } from './tell-funds.ts'

type ReviewNow = { state: ReviewState; since: string | null }
type Dossier = Pick<
  OfficeReviewView,
  'level' | 'override' | 'destroyed_at' | 'lost' | 'told' | 'funds' | 'documents' | 'moves'
> & {
  states: Record<Step, ReviewNow>
  /** The last move of each review, '0' where there is none. */
  seen: Record<Step, string>
  /** What the number says; `region` are the first six digits of an Indonesian one. */
  number: { birth: string; sex: Sex; region: string | null } | null
}

export async function readDossier(db: Queryable, sealing: Sealing, memberId: string): Promise<Dossier> {
  const [{ level }, set, reviews, name, funds, documents, moves] = await Promise.all([
    getLevel(db, memberId),
    db.row<{ override: Level | null; destroyed: Date | null }>(
      sql`select override::int, destroyed_at as destroyed from kyc.levels where member_id = ${memberId}`,
    ),
    db.rows<{ kind: Step; state: ReviewState; since: Date; seen: bigint | null }>(sql`
      select r.subject as kind, r.state, r.moved_at as since,
        (select max(id) from kyc.moves m where m.member_id = r.member_id) as seen
      from kyc.reviews r where r.member_id = ${memberId}`),
    findName(db, memberId),
    db.row<FundsRow>(sql`
      select tax_number_end as "end", tax_number_sealed as sealed, source, explanation, told_at as at from kyc.funds where member_id = ${memberId}`),
    db.rows<DocumentRow>(sql`
      select id, kind, width, height, sent_at as sent, replaced_at is not null as replaced from kyc.documents
      where member_id = ${memberId} and sent_at is not null and destroyed_at is null
      order by replaced_at is not null, kind, created_at desc`),
    listMoves(db, memberId),
  ])
  const number = name ? openNumber(sealing, name.sealed, aboutNumber(memberId)) : null
  const lost = [
    ...(name && number === null ? (['number'] as const) : []),
    ...(funds && openNumber(sealing, funds.sealed, aboutTaxNumber(memberId)) === null ? (['tax_number'] as const) : []),
  ]
  const of = (kind: Step) => reviews.find((one) => one.kind === kind)
  const each = <T>(value: (kind: Step) => T) =>
    Object.fromEntries(steps.map((kind) => [kind, value(kind)])) as Record<Step, T>
  return {
    level: levelName(level),
    override: set?.override == null ? null : levelName(set.override),
    destroyed_at: set?.destroyed?.toISOString() ?? null,
    states: each((kind) => ({ state: of(kind)?.state ?? 'none', since: of(kind)?.since.toISOString() ?? null })),
    seen: each((kind) => String(of(kind)?.seen ?? 0)),
    lost,
    told: name ? viewName(name) : null,
    number: name && number !== null ? readNumber(name.id_type, number) : null,
    funds: funds
      ? {
          tax_number: masked(funds.end),
          source: funds.source,
          explanation: funds.explanation,
          told_at: funds.at.toISOString(),
        }
      : null,
    documents: documents.map(({ sent, replaced, ...file }) => ({
      ...file,
      sent_at: sent.toISOString(),
      is_replaced: replaced,
    })),
    moves,
  }
}

type Told = NonNullable<OfficeReviewView['told']>
type FundsRow = {
  end: string
  sealed: Buffer
  source: NonNullable<OfficeReviewView['funds']>['source']
  explanation: string
  at: Date
}
type DocumentRow = Pick<OfficeReviewView['documents'][number], 'id' | 'kind' | 'width' | 'height'> & {
  sent: Date
  replaced: boolean
}
type NameRow = Pick<Told, 'name' | 'id_type' | 'country' | 'birth_date' | 'sex' | 'doubts'> & {
  sealed: Buffer
  end: string
  at: Date
}

const findName = (db: Queryable, memberId: string): Promise<NameRow | undefined> =>
  db.row(sql`
    select full_name as name, id_type, country, to_char(birth_date, 'YYYY-MM-DD') as birth_date, sex, doubts,
      number_sealed as sealed, number_end as "end", told_at as at
    from kyc.real_names where member_id = ${memberId}`)

const viewName = ({ sealed: _, end, at, ...name }: NameRow): Told => ({
  ...name,
  number: masked(end),
  told_at: at.toISOString(),
})

function readNumber(id_type: NameRow['id_type'], number: string): Dossier['number'] {
  if (id_type === 'passport') return null
  const { birth, sex } = numberFacts(id_type, number)
  const [year, month, day] = birth.match(/../g) ?? []
  return { birth: `${day}-${month}-${year}`, sex, region: id_type === 'nik' ? number.slice(0, 6) : null }
}

type MoveRow = Omit<OfficeReviewView['moves'][number], 'id' | 'by' | 'at'> & { id: bigint; actor: string; at: Date }

/** The newest first. */
async function listMoves(db: Queryable, memberId: string): Promise<OfficeReviewView['moves']> {
  const rows = await db.rows<MoveRow>(sql`
    select id, subject as kind, to_state as "to", actor, at, reason, fault, answer from kyc.moves
    where member_id = ${memberId} order by id desc limit 50`)
  const by = await namesOfActors(
    db,
    rows.map(({ actor }) => actor),
  )
  return rows.map(({ id, actor, at, ...move }) => ({ ...move, id: String(id), by: by(actor), at: at.toISOString() }))
}
