/** An agent is told what became of a purchase that they prepared. */
import { sql, type Tx } from '../../db/database.ts'
import { openAmong } from '../../identity/member-name-queries.ts'
import { findContact } from '../../identity/member-queries.ts'
import type { Bag } from '../../karat.ts'
import { queueMail } from '../../mail/send-mail.ts'
import { shownNames } from '../shown-names.ts'

type Told = { number: string; clientId: string; agentId: string; store: string }

/** Once for each purchase, in the transaction that ends it; the client is called as they choose. Nobody who has left. */
export async function tellAgent(
  tx: Tx,
  { config }: Pick<Bag<'agents'>, 'config'>,
  id: string,
  became: 'bought' | 'declined',
): Promise<void> {
  const of = await tx.row<Told>(sql`
    select p.number, p.member_id as "clientId", a.member_id as "agentId", p.store from agents.preparations p
    join agents.agents a on a.id = p.agent_id where p.id = ${id}`)
  if (!of || !(await openAmong(tx, [of.agentId])).has(of.agentId)) return
  const { number, clientId, agentId, store } = of
  const name = (await shownNames(tx, [clientId])).get(clientId) ?? '–'
  await queueMail(tx, {
    ...{ ...(await findContact(tx, agentId)), store, template: `agent_prepared_${became}` as const },
    ...{ onceKey: `agent_prepared_${became}:${id}` },
    values: { number, name, link: `${config.PUBLIC_URL}/user/agents/purchases` },
  })
}
