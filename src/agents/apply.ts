/** A member applies to be an agent, takes it back, and ends what came of it. */
import { v7 as newId } from 'uuid'
import { isStoppedNow } from '../cases/stops.ts'
import { brokenConstraint, sql, type Tx } from '../db/database.ts'
import { readSignature } from '../files/signature.ts'
import { type Once, once } from '../http/idempotency.ts'
import { checkPin } from '../identity/check-pin.ts'
import type { Bag } from '../karat.ts'
import { plainNumber } from '../kyc/id-number-rules.ts'
import { getLevel } from '../kyc/level-queries.ts'
import { type Level, levelName, stepsTo } from '../kyc/level-rules.ts'
import { problem } from '../locale/field-rules.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { storeOf } from '../stores/stores.ts'
import type { Holder } from '../vault/holder.ts'
import { readAgentPage } from './agent-queries.ts'
import type { AgentPageView } from './contract.ts'
import { moveAgent } from './move-agent.ts'
import { aboutSignature, aboutTaxNumber } from './sealed-kinds.ts'
import { isNumberOf } from './tax-number-rules.ts'

type Application = {
  words: string
  taxNumber: string | undefined
  terms: string
  signature: string
  pin: string
}

/**
 * Asks the house to become an agent in this store: nothing is earned before staff approve it. What was signed is kept sealed, and is under
 * the contract then; a number for the tax as the country of the store has it, or none, and then more is withheld.
 *
 * Refuses, in this order: as checkPin; as readSignature; invalid_input (tax_number); agent_terms_changed for other terms than those now;
 * verification_required below T1; not_possible_now for somebody whom a case stops; agent_open while an application or agency is.
 */
export async function applyAsAgent(
  karat: Bag<'agents'>,
  holder: Holder,
  { pin, signature, taxNumber, words, terms }: Application,
  key: Once,
): Promise<AgentPageView> {
  const { memberId, store } = holder
  await checkPin(karat, memberId, pin)
  const drawn = await readSignature(karat, signature)
  const number = taxNumber === undefined ? null : plainNumber(taxNumber)
  if (number !== null && !isNumberOf(storeOf(karat, store).country, number))
    throw invalidInput({ tax_number: problem('tax_number') })
  if (terms !== settings.agents.termsVersion)
    throw new Refusal('agent_terms_changed', { terms_version: settings.agents.termsVersion })
  return once(karat.db, key, async (tx) => {
    await requireLevel(tx, memberId)
    if (await isStoppedNow(tx, memberId)) throw new Refusal('not_possible_now')
    const agentId = newId()
    const seal = (content: Buffer, about: string) => karat.sealing.seal(content, about)
    await insert(tx, holder, {
      ...{ agentId, words: words.trim(), terms, end: number?.slice(-4) ?? null },
      taxNumber: number === null ? null : seal(Buffer.from(number), aboutTaxNumber({ memberId, agentId })),
      signature: seal(drawn, aboutSignature({ memberId, agentId })),
    })
    return readAgentPage(tx, karat, holder)
  })
}

async function requireLevel(tx: Tx, memberId: string): Promise<void> {
  const { level, approved } = await getLevel(tx, memberId)
  const need = settings.agents.level as Level
  if (level >= need) return
  const steps = stepsTo(need, approved)
  throw new Refusal('verification_required', { need: levelName(need), level: levelName(level), steps })
}

type Inserted = {
  agentId: string
  words: string
  terms: string
  end: string | null
  taxNumber: Buffer | null
  signature: Buffer
}

async function insert(tx: Tx, { memberId, store }: Holder, row: Inserted): Promise<void> {
  const { agentId, words, terms, end, taxNumber, signature } = row
  try {
    await tx.run(sql`
      with made as (
        insert into agents.agents (id, number, member_id, store, words, terms_version, tax_number_sealed, tax_number_end, signature_sealed)
        values (${agentId}, 'A' || nextval('agents.agent_numbers'), ${memberId}, ${store}, ${words}, ${terms}, ${taxNumber}, ${end}, ${signature})
        returning id)
      insert into agents.moves (agent_id, to_state, actor, reason) select id, 'applied', ${`member:${memberId}`}, '' from made`)
  } catch (error) {
    throw brokenConstraint(error) === 'one_agent_of_a_member' ? new Refusal('agent_open') : error
  }
}

/** Takes an application back before it was decided. Refuses not_found; agent_state. */
export const withdrawApplication = (karat: Bag<'agents'>, holder: Holder, agentId: string): Promise<AgentPageView> =>
  moveOwn(karat, holder, { agentId, to: 'withdrawn' })

/**
 * The agent ends it themselves: what clients buy from now on earns nothing; what was earned before is paid as it falls due.
 *
 * Refuses as checkPin; not_found; agent_state, also while suspended: then the house ends it, or nobody.
 */
export async function endOwnAgency(
  karat: Bag<'agents'>,
  holder: Holder,
  { agentId, pin }: { agentId: string; pin: string },
): Promise<AgentPageView> {
  await checkPin(karat, holder.memberId, pin)
  return moveOwn(karat, holder, { agentId, to: 'ended' })
}

function moveOwn(
  karat: Bag<'agents'>,
  holder: Holder,
  { agentId, to }: { agentId: string; to: 'withdrawn' | 'ended' },
): Promise<AgentPageView> {
  const { memberId, store } = holder
  return karat.db.transaction(async (tx) => {
    const own = await tx.row(sql`
      select from agents.agents where id = ${agentId} and member_id = ${memberId} and store = ${store}`)
    if (!own) throw new Refusal('not_found')
    await moveAgent(tx, {
      agentId,
      from: to === 'ended' ? 'active' : 'applied',
      to,
      actor: `member:${memberId}`,
      reason: '',
    })
    return readAgentPage(tx, karat, holder)
  })
}
