/** The calls of agents, as their member makes them. */

import { z } from 'zod'
import { signatureField } from '../files/contract.ts'
import { momentField, ownedId, pinField, typedText } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { agentStates } from './agent-rules.ts'

export const NoQuery = z.strictObject({})
const agentId = ownedId('agent')

export const ApplyOf = z.strictObject({
  words: typedText(10, 500)
    .refine((text) => text.trim().length >= 10, problem('too_short', { n: 10 }))
    .meta({ description: 'how they mean to find clients; the desk reads it' }),
  tax_number: z
    .string()
    .regex(/^[A-Za-z\d.\- ]{5,25}$/, problem('tax_number'))
    .optional()
    .meta({ description: 'NPWP or NIK in Indonesia, TIN in Malaysia; without one more is withheld' }),
  terms_version: typedText(1, 20).meta({ description: 'of the terms that were shown' }),
  signature: signatureField,
  pin: pinField,
})
export const AgentOf = z.strictObject({ agent_id: agentId })
export const AgentWithPin = z.strictObject({ agent_id: agentId, pin: pinField })
export const AgentQuery = z.strictObject({ agent_id: agentId })
export const ContractPdf = z.string().meta({ format: 'binary', description: 'the contract, PDF, no envelope' })

export const stepFields = {
  from: z.enum(agentStates).nullable(),
  to: z.enum(agentStates),
  reason: z.string(),
  at: momentField,
}
export const agentFields = {
  agent_id: z.uuid(),
  number: z.string(),
  state: z.enum(agentStates),
  words: z.string(),
  tax_number_end: z.string().nullable().meta({ description: 'its last four characters; null: none was told' }),
  applied_at: momentField,
  began_at: momentField.nullable(),
  ended_at: momentField.nullable(),
  contract: z.string().nullable().meta({ description: 'its number; null until staff approved' }),
}
const Agent = z.strictObject({
  ...agentFields,
  link: z
    .strictObject({
      code: z.string(),
      address: z.string(),
      qr: z.strictObject({ size: z.int(), path: z.string() }).meta({ description: 'the address as squares to scan' }),
    })
    .nullable()
    .meta({ description: 'the agent’s own, by which clients sign up; null until approved' }),
  timeline: z
    .array(z.strictObject({ ...stepFields, by: z.enum(['member', 'desk', 'shop']) }))
    .meta({ description: 'the newest first' }),
})
const ppm = z.int().meta({ description: 'millionths' })
const ratesFields = {
  commission_ppm: ppm,
  withheld_ppm: ppm.meta({ description: 'millionths of the commission, of who has told their tax number' }),
  withheld_unnumbered_ppm: ppm,
}
export const AgentPage = z.strictObject({
  agent: Agent.nullable().meta({ description: 'the newest; null for who never applied' }),
  was_agent: z
    .boolean()
    .meta({ description: 'whether any of their applications was approved: then there are months and slips' }),
  may_apply: z.boolean(),
  level: z.strictObject({ has: z.string(), needs: z.string(), enough: z.boolean() }),
  terms: z.strictObject({ version: z.string(), ...ratesFields }),
})

export type AgentPageView = z.output<typeof AgentPage>
export type AgentView = z.output<typeof Agent>
