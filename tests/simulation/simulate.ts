/** Runs sequences of steps against a shop, and says what broke first. */
import fc from 'fast-check'
import type pg from 'pg'
import { auditLedger } from '../../src/audit/ledger-audit.ts'
import { Db } from '../../src/db/database.ts'
import { type Shop, startShop } from '../support/shop.ts'
import { dropCopy } from '../support/template-copy.ts'
import type { Bug } from './bugs.ts'
import { judge, readBefore } from './invariants.ts'
import { type House, newWorld, openHouse } from './new-world.ts'
import { payoutMoves } from './payout-steps.ts'
import { type Name, preludeOf, type Step, said, sequencesOf, storeOf, take } from './steps.ts'
import { LOOKING, listenIn, type Moves, ownerOf, recovered, type StoreCode, Violation, type World } from './world.ts'

export type Stage = { shop: Shop; owner: pg.Client; db: Db; house: House; worlds: number; close: () => Promise<void> }

/** A shop to simulate in, with connections beside its own for looking and for turning time. */
export async function openStage(): Promise<Stage> {
  const shop = { intercept: { current: undefined }, clock: { ms: 0 } } as unknown as Shop
  // After a cut each connection is begun anew, and what it is asked for planned anew: three calls at once and what one of them asks beside.
  await startShop(shop, { environment: { DATABASE_POOL: '4' } })
  const owner = await ownerOf(shop)
  const db = new Db(`${shop.connectionString}?application_name=${LOOKING}`, { max: 1 })
  const close = async () => {
    await shop.app.close()
    await Promise.all([shop.karat.close(), owner.end(), db.close()])
    await dropCopy(shop.connectionString)
  }
  return { shop, owner, db, house: await openHouse(shop), worlds: 0, close }
}

/** The one sequence that a seed makes of these kinds of steps. */
export const sequenceOf = (seed: number, among: readonly Name[]): Step[] =>
  fc.sample(sequencesOf(LENGTH, { among }), { seed, numRuns: 1 })[0] ?? []
const LENGTH = 25

/** What is judged after each step reads all worlds of a shop: with more of them a new shop is cheaper. */
const WORLDS = 20
/** After so many sequences of a shop comes the whole audit, which takes too long for every one. */
const AUDITED = 10

type Wish = { seed: number; runs: number; path?: string | undefined; slow?: boolean }

/**
 * Runs so many sequences and then the whole audit; what they have reached, by name. Throws with the seed, the path that replays it,
 * the sequence shrunk to the steps that matter, and what is broken. Once something has broken, each try has a shop of its own.
 */
export async function simulate({ seed, runs, path, slow = false }: Wish): Promise<Set<string>> {
  const reached = new Set<string>()
  let stage = await openStage()
  let spoilt = false
  const property = fc.asyncProperty(sequencesOf(LENGTH, { slow }), async (steps) => {
    if (spoilt || stage.worlds === WORLDS) {
      await stage.close()
      stage = await openStage()
    }
    // What follows tries the same again, shorter: it is audited each time.
    const audits = spoilt || stage.worlds % AUDITED === AUDITED - 1
    spoilt = true
    for (const what of (await play(stage, steps, { audits, store: storeOf(steps) })).reached) reached.add(what)
    spoilt = false
  })
  try {
    const { failed, counterexample, counterexamplePath, errorInstance } = await fc.check(property, {
      ...{ seed, numRuns: runs, ...(path ? { path } : {}) },
    })
    if (failed)
      throw new Violation(
        `npm run simulate -- --seed ${seed}${slow ? '' : ' --quick'} --path ${counterexamplePath}\n${said(counterexample?.[0] ?? [])}\n${errorInstance}`,
      )
    await audited(stage)
  } finally {
    await stage.close()
  }
  return reached
}

type Playing = { audits: boolean; store: StoreCode; bug?: Bug }

/** Takes every step in a world of its own. Throws a Violation that names the step and what is broken after it. */
export async function play(stage: Stage, steps: Step[], { audits, store, bug }: Playing): Promise<World> {
  const world = await newWorld(stage.shop, stage.owner, stage.house, store)
  listenIn(world, bug)
  try {
    let before = await readBefore(stage.db, world)
    // It is the same in every world of a store: judged once, when it is over.
    before = await playSteps(stage, world, { steps: preludeOf(world), before })
    for (const step of steps) before = await playSteps(stage, world, { steps: [step], before })
    stage.worlds += 1
    if (audits) await audited(stage)
    await reachedIn(world)
  } finally {
    stage.shop.intercept.current = undefined
  }
  return world
}

/** What the database says has happened to this world's people. */
async function reachedIn({ owner, people, reached }: World): Promise<void> {
  const ids = people.map(({ member }) => member.id)
  const { rows } = await owner.query<{ what: string }>(
    `select 'order ' || state as what from orders.orders where member_id = any($1)
      union select 'deposit ' || d.state from vault.deposits d where member_id = any($1)
      union select 'payment ' || coalesce(p.allocation, p.state) from payments.payments p where member_id = any($1)
      union select 'refund ' || r.state || r.way from payments.refunds r where member_id = any($1)
      union select 'purchase ' || state from vault.purchases where member_id = any($1)
      union select case store when 'my' then 'payout of what was owed ' else 'payout ' end || state from vault.payouts where member_id = any($1)
      union select 'payout ' || state from vault.payouts where member_id = any($1)
      union select 'transfer ' || state from vault.transfers where member_id = any($1)
      union select 'dispute ' || d.state from payments.disputes d join payments.payments p on p.id = d.payment_id where member_id = any($1)
      union select case when ended_at is null then 'frozen' else 'unfrozen' end from backing.freezes`,
    [ids],
  )
  for (const { what } of rows) reached.add(what)
}

type Turn = { steps: Step[]; before: Awaited<ReturnType<typeof readBefore>> }

async function playSteps({ db }: Stage, world: World, { steps, before }: Turn) {
  const moves: Moves = []
  try {
    for (const step of steps) {
      world.statements = 0
      world.sinceCut += 1
      world.cutAt = step.cut
      world.kills = step.kills
      moves.push(...(await take(world, step)))
      await recovered(world)
      moves.push(...payoutMoves(world))
    }
    return await judge(db, world, { before, moves })
  } catch (error) {
    const what = error instanceof Violation ? error.message : ((error as Error).stack ?? String(error))
    throw new Violation(`after ${said(steps)}: ${what}`)
  }
}

async function audited({ db }: Stage): Promise<void> {
  const [first] = await auditLedger(db)
  if (first) throw new Violation(`${first.rule}: ${first.row}`)
}
