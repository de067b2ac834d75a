/** Runs sequences of steps against a shop, and says what broke first. */
import fc from 'fast-check'
import type pg from 'pg'
import { auditLedger } from '../../src/audit/ledger-audit.ts'
import { Db } from '../../src/db/database.ts'
import { type Shop, startShop } from '../support/shop.ts'
import { dropCopy } from '../support/template-copy.ts'
import type { Bug } from './bugs.ts'
import { judge, readBefore, requireAudited } from './invariants.ts'
import { payoutMoves } from './payout-steps.ts'
import { type Name, prelude, type Step, said, sequencesOf, take } from './steps.ts'
import { LOOKING, listenIn, type Moves, newWorld, ownerOf, recovered, Violation, type World } from './world.ts'

export type Stage = { shop: Shop; owner: pg.Client; db: Db; worlds: number; close: () => Promise<void> }

/** A shop to simulate in, with connections beside its own for looking and for turning time. */
export async function openStage(): Promise<Stage> {
  const shop = { intercept: { current: undefined }, clock: { ms: 0 } } as unknown as Shop
  await startShop(shop)
  const owner = await ownerOf(shop)
  const db = new Db(`${shop.connectionString}?application_name=${LOOKING}`, { max: 1 })
  const close = async () => {
    await shop.app.close()
    await Promise.all([shop.karat.close(), owner.end(), db.close()])
    await dropCopy(shop.connectionString)
  }
  return { shop, owner, db, worlds: 0, close }
}

/** The one sequence that a seed makes of these kinds of steps. */
export const sequenceOf = (seed: number, among: readonly Name[]): Step[] =>
  fc.sample(sequencesOf(LENGTH, { among }), { seed, numRuns: 1 })[0] ?? []
const LENGTH = 25

/** What is judged after each step reads all worlds of a shop: with more of them a new shop is cheaper. */
const WORLDS = 12

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
    if (!spoilt && stage.worlds === WORLDS) await audited(stage)
    if (spoilt || stage.worlds === WORLDS) {
      await stage.close()
      stage = await openStage()
    }
    spoilt = true
    for (const what of (await play(stage, steps)).reached) reached.add(what)
    spoilt = false
  })
  try {
    const { failed, counterexample, counterexamplePath, errorInstance } = await fc.check(property, {
      ...{ seed, numRuns: runs, ...(path ? { path } : {}) },
    })
    if (failed)
      throw new Violation(
        `npm run simulate -- --seed ${seed} --path ${counterexamplePath}\n${said(counterexample?.[0] ?? [])}\n${errorInstance}`,
      )
    await audited(stage)
  } finally {
    await stage.close()
  }
  return reached
}

/** Takes every step in a world of its own. Throws a Violation that names the step and what is broken after it. */
export async function play(stage: Stage, steps: Step[], bug?: Bug): Promise<World> {
  const world = await newWorld(stage.shop, stage.owner)
  listenIn(world, bug)
  try {
    let before = await readBefore(stage.db, world)
    // It is the same in every world: judged once, when it is over.
    before = await playSteps(stage, world, { steps: prelude, before })
    for (const step of steps) before = await playSteps(stage, world, { steps: [step], before })
    if (++stage.worlds % 10 === 1) await requireAudited(stage.db)
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

/** The whole audit, which takes too long for every step. */
async function audited({ shop: { karat } }: Stage): Promise<void> {
  const [first] = await auditLedger(karat.db)
  if (first) throw new Violation(`${first.rule}: ${first.row}`)
}
