/** Both sheets of a count against each other and against the register, which has not stood still meanwhile. */
import { v7 as newId } from 'uuid'
import { raw, sql, type Tx } from '../../db/database.ts'
import { holdBacking } from '../judge-backing.ts'
import { type CountedBar, compareCount, type Seen } from './count-rules.ts'
import type { Count } from './open-count.ts'

/** What differs is written down for somebody to settle; where nothing does the count is over. `tx` holds the count. */
export async function compareSheets(
  tx: Tx,
  countId: string,
  { store, place }: Pick<Count, 'store' | 'place'>,
): Promise<void> {
  await holdBacking(tx, store)
  const [bars, first, second] = await Promise.all([
    barsOf(tx, countId, { store, place }),
    sheetOf(tx, countId, 1),
    sheetOf(tx, countId, 2),
  ])
  const rows = compareCount(bars, first, second).map(({ barId, expected, first: one, second: other, ...finding }) => ({
    ...{ id: newId(), bar_id: barId, ...finding, expected_e4: textOf(expected) },
    ...{ first_e4: textOf(one?.weight), first_maker: one?.maker, first_seal: one?.seal },
    ...{ second_e4: textOf(other?.weight), second_maker: other?.maker, second_seal: other?.seal },
  }))
  await tx.run(sql`
    insert into backing.count_findings (count_id, ${findingColumns})
    select ${countId}::uuid, ${findingColumns} from jsonb_populate_recordset(null::backing.count_findings, ${JSON.stringify(rows)}::jsonb)`)
  await tx.run(sql`update backing.counts set compared_at = clock_timestamp() where id = ${countId}`)
  await finishWhereSettled(tx, countId)
}

const barsOf = (tx: Tx, countId: string, { store, place }: Pick<Count, 'store' | 'place'>) =>
  tx.rows<CountedBar>(sql`
    with at_first as (select bar_id from backing.count_expected where count_id = ${countId}),
      now_there as (select id from backing.bars
        where store = ${store} and place = ${place} and state in ('available', 'pledged'))
    select b.id, b.serial, b.maker, b.gross_weight_e4 as weight,
      case when f.bar_id is null then 'came' when n.id is null then 'left' else 'stayed' end as "when"
    from at_first f full join now_there n on n.id = f.bar_id join backing.bars b on b.id = coalesce(n.id, f.bar_id)
    order by b.serial, b.maker`)

const findingColumns = raw(
  'id, kind, bar_id, serial, maker, expected_e4, first_e4, first_maker, first_seal, second_e4, second_maker, second_seal',
)

const textOf = (weight: bigint | null | undefined) => weight?.toString() ?? null

const sheetOf = (tx: Tx, countId: string, seat: 1 | 2): Promise<Seen[]> =>
  tx.rows<Seen>(sql`
    select serial, maker, gross_weight_e4 as weight, seal from backing.count_entries
    where count_id = ${countId} and seat = ${seat} order by id`)

/** The count is over once no difference is left. `tx` holds the count. */
export const finishWhereSettled = (tx: Tx, countId: string) =>
  tx.run(sql`
    update backing.counts set finished_at = clock_timestamp() where id = ${countId} and not exists (
      select from backing.count_findings where count_id = ${countId} and resolution is null and kind not in ('matched', 'moved'))`)
