/** Gold that customers of the demo's history sell back: each step by the command behind its own door. */
import { uploadLineOf } from '../../files/upload-line.ts'
import { bookCase } from '../../goldback/book-case.ts'
import { readOwnForSale } from '../../goldback/case-queries.ts'
import { quotePieces } from '../../goldback/case-quotes.ts'
import { receiveCase } from '../../goldback/hand-over.ts'
import { inspectCase, offerForCase } from '../../goldback/inspect-case.ts'
import { addAssayPicture } from '../../goldback/pictures/add-picture.ts'
import { givePin } from '../../identity/seed-members.ts'
import type { Karat } from '../../karat.ts'
import { drawDocument } from '../../kyc/demo-pictures.ts'
import { parseDecimal, weight, weightText } from '../../money/money.ts'
import { Refusal } from '../../refusals.ts'
import { drawScale } from './draw-scale.ts'
import { type Customer, customer, ofTheHouse } from './history-scene.ts'
import type { Story } from './history-stories.ts'

const MENTENG = 1
/** What a deep scratch took, in 0.0001 g. */
const SCRATCH = 36n

/** Their newest piece of this weight that is in no case is consigned. */
async function consigns(karat: Karat, who: Customer, grams: string) {
  const holder = { memberId: who.id, store: who.store, currency: who.currency, language: who.language }
  const { pieces } = await readOwnForSale(karat, holder)
  const piece = pieces.find(({ case_id, weight: fine }) => case_id === null && fine === grams)
  if (!piece) throw new Refusal('not_found')
  const { quote_id: quoteId } = await quotePieces(karat, holder, [piece.serial])
  const shown = { name: who.name, number: '', born: '', street: '', city: '', card: '' }
  const { content } = await drawDocument('signature', shown)
  const pin = await givePin(karat, who.id)
  const wish = {
    quoteId,
    pickupPointId: MENTENG,
    destinationId: undefined,
    paidIn: 'money' as const,
    signature: content.toString('base64'),
    pin,
  }
  return bookCase(karat, holder, wish, null)
}

export const goldBackStories: Story[] = [
  {
    name: 'gold back, a new offer',
    async tell(karat) {
      const made = await consigns(karat, await customer(karat, 'ratna@karat.test'), '2.0000')
      const { case_id: caseId, pieces_in_it: pieces } = made
      const [siti, hendra] = [await ofTheHouse(karat, 'siti'), await ofTheHouse(karat, 'hendra')]
      const serials = pieces.map(({ serial }) => serial)
      await receiveCase(karat, siti, { caseId, serials, document: 'identity_card', bag: '7718' }, null)
      const found = pieces.map(({ gross, fineness }, position) => ({
        ...{ position, assayed: fineness, method: 'xrf' as const },
        weighed: weightText(weight((parseDecimal(gross, 4) ?? 0n) - SCRATCH)),
      }))
      await inspectCase(karat, siti, { caseId, found }, null)
      const line = uploadLineOf(karat)
      await addAssayPicture(karat, siti, { caseId, file: await drawScale(found[0]?.weighed ?? '') }, line.inTurn)
      const reason = 'Satu sudut tergores dalam; nomor seri dan kemurnian sesuai.'
      await offerForCase(karat, hendra, { caseId, reason }, null)
    },
  },
  {
    name: 'gold back, to be handed over',
    tell: async (karat) => consigns(karat, await customer(karat, 'sri@karat.test'), '1.0000'),
  },
]
