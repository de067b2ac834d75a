/** Gives the demonstration a small history of orders, each story once, through the commands that a visitor's own orders take. */

import type { Karat } from '../karat.ts'
import { priceStateOf } from '../pricing/price-state.ts'
import { Refusal } from '../refusals.ts'
import { claimPart, filledParts } from '../stores/demo-parts.ts'
import { addCustomers } from './demo/history-invited.ts'
import { type Story, stories } from './demo/history-stories.ts'
import { fillDemoVault } from './demo/vault-bars.ts'
import { tellVaultPast } from './demo/vault-history.ts'

const partOf = ({ name }: Story) => `history: ${name}`

/** Whether prices are live in every store and the acquirer answers: what the stories need. */
async function isReady(karat: Karat): Promise<boolean> {
  const live = [...karat.stores.values()].every((store) => priceStateOf(karat, store) === 'live')
  return live && (await karat.providers.get('sandbox')?.findCharge('of nobody'))?.outcome === 'absent'
}

/**
 * Tells the stories that this database has not heard, one after another while `goesOn`; true when none is left, and in a real
 * shop without telling any. A story is claimed before it is told: it is never told twice, and one that is cut off by the end of
 * the process leaves an order where it stood, in a state that the shop knows. What a visitor did is not touched: a story that
 * their doings do not allow any more is left out.
 */
export async function tellHistory(karat: Karat, goesOn: () => boolean = () => true): Promise<boolean> {
  if (!karat.config.DEMO) return true
  await fillDemoVault(karat)
  const heard = await filledParts(karat.db)
  const left = stories.filter((story) => !heard.has(partOf(story)))
  if (left.length === 0) return true
  if (!(await isReady(karat))) return false
  if (await claimPart(karat.db, 'history, its customers')) await karat.db.transaction(addCustomers)
  await tellVaultPast(karat)
  for (const story of left) {
    if (!goesOn()) return false
    if (await claimPart(karat.db, partOf(story))) await tell(karat, story)
  }
  return true
}

async function tell(karat: Karat, story: Story) {
  try {
    await story.tell(karat)
  } catch (error) {
    const leftOut = error instanceof Refusal
    karat.log[leftOut ? 'info' : 'warn']({ err: error, story: story.name }, 'a story of the demonstration was left out')
  }
}
