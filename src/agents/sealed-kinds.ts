/** What of an agent is kept under the master key: the signature under the contract, and the tax number. */
import { PAGE, type SealedKind } from '../credentials/seal-anew.ts'
import { sql } from '../db/database.ts'

type Owner = { memberId: string; agentId: string }
export const aboutSignature = ({ memberId, agentId }: Owner) => `agents signature ${memberId} ${agentId}`
export const aboutTaxNumber = ({ memberId, agentId }: Owner) => `agents tax number ${memberId} ${agentId}`

export const agentsSealed: readonly SealedKind[] = [
  {
    read: (after) => sql`select id, member_id as owner, signature_sealed as sealed from agents.agents
      where id > ${after} and signature_sealed is not null order by id limit ${PAGE}`,
    write: ({ id, sealed }, anew) =>
      sql`update agents.agents set signature_sealed = ${anew} where id = ${id} and signature_sealed = ${sealed}`,
    about: ({ id, owner }) => aboutSignature({ memberId: owner, agentId: id }),
  },
  {
    read: (after) => sql`select id, member_id as owner, tax_number_sealed as sealed from agents.agents
      where id > ${after} and tax_number_sealed is not null order by id limit ${PAGE}`,
    write: ({ id, sealed }, anew) =>
      sql`update agents.agents set tax_number_sealed = ${anew} where id = ${id} and tax_number_sealed = ${sealed}`,
    about: ({ id, owner }) => aboutTaxNumber({ memberId: owner, agentId: id }),
  },
]
