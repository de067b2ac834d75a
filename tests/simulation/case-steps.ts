/** Steps of the desk of cases: who moves nothing any more, by a list of names or a hold, and who moves again. */
import { randomUUID } from 'node:crypto'
import { screenEverybody } from '../../src/cases/worker.ts'
import { asStaff, bothAgree } from './house-steps.ts'
import type { Step } from './steps.ts'
import { personOf } from './trade-steps.ts'
import { again, type Moves, type Person, Violation, type World } from './world.ts'

const reason = 'A letter of this morning'
type Desk = { world: World; who: number }

/** Somebody is stopped: by a court, by an authority, or since a list names their number. Whoever is stopped is let go instead. */
export async function stopSomebody(world: World, { who, a, b }: Step): Promise<Moves> {
  const person = personOf(world, who)
  const desk = { world, who: b }
  if (person.stops.length > 0) return letGo(world, { who, a, b } as Step)
  if (a % 2 === 0) await readList(desk, person)
  else await openHold(desk, person, a % 4 === 1 ? 'court' : 'authority')
  return []
}

async function openHold({ world, who }: Desk, person: Person, kind: 'court' | 'authority'): Promise<void> {
  const { status, error, data } = await asStaff(world, who, [
    '/cases/openHold',
    { member_id: person.member.id, kind, reason },
  ])
  if (status !== 200) throw new Violation(`a hold is not opened: ${status} ${error}`)
  person.stops.push({ kind: 'legal_hold', id: String(data.case_id) })
  world.reached.add(`stopped by ${kind}`)
}

/** Nobody has been compared with it yet: whoever moves first is, and so is everybody in the next round. */
async function readList({ world, who }: Desk, person: Person): Promise<void> {
  const { id } = person.member
  // Another entry than before: what was cleared is not found again.
  const text = `reference,name,numbers\n${randomUUID()},Somebody Else,${person.identity}`
  const { status, error } = await asStaff(world, who, ['/cases/readList', { source: `S${id}`, text, reason }])
  if (status !== 200) throw new Violation(`a list is not read: ${status} ${error}`)
  person.stops.push({ kind: 'screening' })
  world.reached.add('stopped by a list')
}

/** Everybody is compared with the newest list, as the worker does. */
export async function screenRound(world: World): Promise<void> {
  await again(world, () => screenEverybody(world.shop.karat))
}

/** A hold is ended by two people; a hit is cleared by one, or confirmed by one and ended by two. */
export async function letGo(world: World, { who, b }: Step): Promise<Moves> {
  const person = world.people.find(({ stops }) => stops.length > 0) ?? personOf(world, who)
  const stop = person.stops.at(-1)
  if (!stop) return []
  const desk = { world, who: b }
  if (stop.kind === 'legal_hold') await endByTwo(desk, person, ['/cases/endHold', stop.id])
  else await decideHit(desk, person, b % 3 === 0 ? 'confirm' : 'clear')
  return []
}

async function decideHit(desk: Desk, person: Person, verdict: 'clear' | 'confirm'): Promise<void> {
  const { world, who } = desk
  await screenRound(world)
  const { rows } = await world.owner.query<{ id: string }>(
    `select id from cases.cases where member_id = $1 and kind = 'screening' and state <> 'ended'`,
    [person.member.id],
  )
  const case_id = rows[0]?.id
  if (!case_id) throw new Violation(`a list names ${person.name}, and there is no case`)
  const { status, error } = await asStaff(world, who, ['/cases/decide', { case_id, verdict, reason }])
  if (status !== 200) throw new Violation(`a hit is not decided: ${status} ${error}`)
  if (verdict === 'confirm') await endByTwo(desk, person, ['/cases/release', case_id])
  else free(world, person)
}

async function endByTwo({ world, who }: Desk, person: Person, [path, case_id]: [string, string]): Promise<void> {
  const { status, error, data } = await asStaff(world, who, [path, { case_id, reason }])
  if (status !== 200) throw new Violation(`${path} answers ${status} ${error}`)
  const second = await bothAgree(world, who, String(data.approval_id))
  if (second.status !== 200) throw new Violation(`${path} is not approved: ${second.status} ${second.error}`)
  free(world, person)
}

function free(world: World, person: Person): void {
  person.stops.pop()
  world.reached.add('moves again')
}
