/** Agents as staff see them. */

import { z } from 'zod'
import { typedText } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { pageQuery } from '../staff/contract.ts'
import { agentStates } from './agent-rules.ts'
import { agentFields, stepFields } from './contract.ts'

const agentId = z.uuid(problem('id'))
const reason = typedText(3, 500).refine((text) => text.trim().length >= 3, problem('too_short', { n: 3 }))

export const OfficeAgentsQuery = z.strictObject({
  state: z.enum(agentStates).optional(),
  store: typedText(1, 10).optional(),
  q: typedText(1, 60).optional().meta({ description: 'the number of an agent' }),
  ...pageQuery,
})
const OfficeRow = z.strictObject({
  ...agentFields,
  store: z.string(),
  member_id: z.uuid(),
  member: z.string(),
})
export const OfficeAgents = z.strictObject({ total: z.int(), rows: z.array(OfficeRow) })

export const OfficeAgentQuery = z.strictObject({ agent_id: agentId })
export const OfficeAgent = z.strictObject({
  ...OfficeRow.shape,
  may: z.array(z.enum(['approve', 'refuse', 'suspend', 'resume', 'end'])).meta({ description: 'from its state' }),
  timeline: z.array(z.strictObject({ ...stepFields, by: z.string() })).meta({ description: 'the newest first' }),
})
const decided = { agent_id: agentId, reason: reason.meta({ description: 'the member reads it' }) }
export const DecideOf = z.strictObject({ ...decided, decision: z.enum(['approve', 'refuse']) })
export const SuspendOf = z.strictObject({ ...decided, decision: z.enum(['suspend', 'resume', 'end']) })

export type OfficeAgentsInput = z.output<typeof OfficeAgentsQuery>
export type OfficeAgentRowView = z.output<typeof OfficeRow>
export type OfficeAgentView = z.output<typeof OfficeAgent>
