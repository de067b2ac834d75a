/** An agent of the demonstration: approved on a signed contract, with two clients who bought, and a purchase that waits for one of them. */
import { applyAsAgent } from '../../agents/apply.ts'
import { decideAgent } from '../../agents/decide-agent.ts'
import { preparePurchase } from '../../agents/preparations/prepare-purchase.ts'
import { showName } from '../../agents/show-name.ts'
import { givePin } from '../../identity/seed-members.ts'
import type { Karat } from '../../karat.ts'
import { drawDocument } from '../../kyc/demo-pictures.ts'
import { settings } from '../../settings.ts'
import * as saving from './history-saving.ts'
import { atCounter, buys, type Customer, collected, customer, deposits, ofTheHouse } from './history-scene.ts'
import type { Story } from './history-stories.ts'

const MENTENG = 1
const YOGA = { number: '3471061705900002', birthDate: '1990-05-17', sex: 'male' } as const
const agent = (karat: Karat) => customer(karat, 'ratna@karat.test')
const holderOf = ({ id, store, currency }: Customer) => ({ memberId: id, store, currency })

type Told = { words: string; taxNumber?: string }

/** Their application is signed on the pad, and the desk approves it. */
export async function becomesAgent(karat: Karat, who: Customer, { words, taxNumber }: Told): Promise<void> {
  const shown = { name: who.name, number: '', born: '', street: '', city: '', card: '' }
  const { content } = await drawDocument('signature', shown)
  const application = {
    ...{ words, taxNumber, terms: settings.agents.termsVersion },
    ...{ signature: content.toString('base64'), pin: await givePin(karat, who.id) },
  }
  const { agent: made } = await applyAsAgent(karat, holderOf(who), application, null)
  if (!made) throw new Error('an application has no agent')
  const decision = { agentId: made.agent_id, decision: 'approve', reason: 'Kenal baik pelanggannya' } as const
  await decideAgent(karat, await ofTheHouse(karat, 'hendra'), decision, null)
}

export const agentStories: Story[] = [
  {
    name: 'becomes an agent',
    async tell(karat) {
      const who = await agent(karat)
      const words = 'Lewat kelas membaca harga emas di Menteng, dan teman arisan yang bertanya cara menabung emas.'
      await becomesAgent(karat, who, { words, taxNumber: '3171054203880001' })
    },
  },
  {
    name: 'a client of the agent shows their name and buys grams',
    async tell(karat) {
      await agent(karat)
      const who = await customer(karat, 'yoga@karat.test')
      await saving.verified(karat, who, YOGA)
      await showName(karat, { ...holderOf(who), language: who.language }, true)
      await deposits(karat, who, 4_000_000n)
      await saving.buysGrams(karat, who, '3500000')
    },
  },
  {
    name: 'a client of the agent buys a bar',
    async tell(karat) {
      await agent(karat)
      const who = await customer(karat, 'kartika@karat.test')
      await collected(karat, await buys(karat, who, { product: 1001, grams: '2', to: atCounter(MENTENG) }))
    },
  },
  {
    name: 'the agent prepares a purchase',
    async tell(karat) {
      const [who, client] = [await agent(karat), await customer(karat, 'kartika@karat.test')]
      const wish = {
        client_id: client.id,
        by: 'weight',
        value: '1',
        words: 'Satu gram untuk tabungan bulan ini.',
      } as const
      await preparePurchase(karat, { ...holderOf(who), language: who.language }, wish, null)
    },
  },
]
