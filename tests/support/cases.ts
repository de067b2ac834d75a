/** Lists of names, and members whom they mean. */
import { decideHit, type FoundCase } from '../../src/cases/decide-hit.ts'
import { importList } from '../../src/cases/import-list.ts'
import { screenEverybody } from '../../src/cases/worker.ts'
import { sql } from '../../src/db/database.ts'
import type { Shop } from './shop.ts'
import { staffSignedIn } from './staff.ts'

type Named = { reference: string; name: string; aliases?: string; birth_dates?: string; numbers?: string }
const fileOf = (entries: Named[]) =>
  [
    'reference,name,aliases,birth_dates,numbers',
    ...entries.map(({ reference, name, aliases = '', birth_dates = '', numbers = '' }) =>
      [reference, name, aliases, birth_dates, numbers].join(','),
    ),
  ].join('\n')

/** A person of the desk reads a list in; nobody has been compared with it yet. */
export async function readIn(shop: Shop, source: string, entries: Named[]) {
  const { staff } = await staffSignedIn(shop, 'desk')
  return importList(shop.karat, staff, { source, text: fileOf(entries), reason: 'a test' })
}

/** As the worker's round does. */
export const screenAll = ({ karat }: Shop): Promise<number> => screenEverybody(karat)

export const casesOf = ({ karat }: Shop, { id }: { id: string }) =>
  karat.db.rows<Pick<FoundCase, 'id' | 'number' | 'kind' | 'state'> & { matched: Record<string, string> }>(sql`
    select id, number, kind, state, matched from cases.cases where member_id = ${id} order by opened_at, id`)

/** The member's movements are stopped by a hit from now on; the hit. */
export async function stopMember(shop: Shop, member: { id: string }) {
  const name = `Listed ${member.id.replaceAll('-', '')}`
  const was = await shop.karat.db.row<{ name: string; full: string | null }>(sql`
    select m.name, n.full_name as full from identity.members m left join kyc.real_names n on n.member_id = m.id where m.id = ${member.id}`)
  const call = async (own = name, full = name) => {
    await shop.karat.db.run(sql`update identity.members set name = ${own} where id = ${member.id}`)
    await shop.karat.db.run(sql`update kyc.real_names set full_name = ${full} where member_id = ${member.id}`)
  }
  await call()
  await readIn(shop, `S${member.id}`, [{ reference: '1', name }])
  await screenAll(shop)
  await call(was?.name, was?.full ?? '')
  const [hit] = await casesOf(shop, member)
  if (!hit) throw new Error('nothing was found')
  return hit
}

/** Another person of that name: the member moves again. */
export async function clearHit(shop: Shop, { id: caseId }: { id: string }) {
  const { staff } = await staffSignedIn(shop, 'desk')
  return decideHit(shop.karat, staff, { caseId, verdict: 'clear', reason: 'another person' })
}
