/** Agents as staff see them. */

import { z } from 'zod'
import { moneyField, typedText, wholeCount } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { pageQuery } from '../staff/contract.ts'
import { agentStates } from './agent-rules.ts'
import { goesFields, SlipOfMonth } from './commissions/commission-contract.ts'
import { agentFields, stepFields } from './contract.ts'
import { taxChecks } from './tax-number-rules.ts'

const agentId = z.uuid(problem('id'))
const reason = typedText(3, 500).refine((text) => text.trim().length >= 3, problem('too_short', { n: 3 }))

export const OfficeAgentsQuery = z.strictObject({
  state: z.enum(agentStates).optional(),
  store: typedText(1, 10).optional(),
  q: typedText(1, 60).optional().meta({ description: 'the number of an agent, or part of their name' }),
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
  currency: z.string(),
  tax_check: z.enum(taxChecks).meta({ description: 'their tax number beside that of the identity check' }),
  clients: z.int(),
  earned: moneyField.meta({ description: 'less what was taken back' }),
  paid: moneyField.meta({ description: 'gross, with slips' }),
  goes: z.strictObject(goesFields).meta({ description: 'where the net of the next slip goes' }),
  slips: z.array(SlipOfMonth).meta({ description: 'the newest first, with where each went' }),
  may: z.array(z.enum(['approve', 'refuse', 'suspend', 'resume', 'end'])).meta({ description: 'from its state' }),
  timeline: z.array(z.strictObject({ ...stepFields, by: z.string() })).meta({ description: 'the newest first' }),
})
const decided = { agent_id: agentId, reason: reason.meta({ description: 'the member reads it' }) }
export const TaxNumberOf = z.strictObject({ agent_id: agentId, reason })
export const TaxNumber = z.strictObject({ tax_number: z.string() })
export const DecideOf = z.strictObject({ ...decided, decision: z.enum(['approve', 'refuse']) })
export const SuspendOf = z.strictObject({ ...decided, decision: z.enum(['suspend', 'resume', 'end']) })

const ppmOf = (most: number) => wholeCount(0, most).meta({ description: 'millionths' })
export const RatesOf = z.strictObject({
  store: typedText(1, 10),
  valid_from: z.iso.date(problem('staff_day')).meta({ description: 'the first day, to come' }),
  commission_ppm: ppmOf(20_000),
  withheld_ppm: ppmOf(300_000),
  withheld_unnumbered_ppm: ppmOf(300_000),
  reason,
})
export const RatesAsked = z.strictObject({ approval_id: z.uuid() })
const rates = { store: z.string(), commission_ppm: z.int(), withheld_ppm: z.int(), withheld_unnumbered_ppm: z.int() }
export const OfficeRates = z.strictObject({
  now: z.array(z.strictObject(rates)),
  rows: z
    .array(z.strictObject({ ...rates, valid_from: z.iso.date(), set_by: z.string(), reason: z.string() }))
    .meta({ description: 'what was set, the newest first' }),
})
export const EarnedExport = z.strictObject({ store: typedText(1, 10).optional() })

export type OfficeRatesView = z.output<typeof OfficeRates>
export type OfficeAgentsInput = z.output<typeof OfficeAgentsQuery>
export type OfficeAgentRowView = z.output<typeof OfficeRow>
export type TaxNumberView = z.output<typeof TaxNumber>
export type OfficeAgentView = z.output<typeof OfficeAgent>
