/** Large trades of companies in the demonstration's history: each step by the command behind its own door. */
import { acceptOffer } from '../../business/accept-offer.ts'
import type { CompanyInput, RequestInput } from '../../business/contract.ts'
import { makeOffer } from '../../business/make-offer.ts'
import { makeRequest } from '../../business/make-request.ts'
import { openOffer } from '../../business/open-offer.ts'
import { saveCompany } from '../../business/save-company.ts'
import { givePin } from '../../identity/seed-members.ts'
import type { Karat } from '../../karat.ts'
import { drawDocument } from '../../kyc/demo-pictures.ts'
import { Refusal } from '../../refusals.ts'
import { type Customer, customer, ofTheHouse } from './history-scene.ts'
import { trusted } from './history-steps.ts'
import type { Story } from './history-stories.ts'

const holderOf = ({ id, store, currency }: Customer) => ({ memberId: id, store, currency })

type Quoted = { company: CompanyInput; request: RequestInput; bps: number; words: string }

/** The desk has made a firm quote for what the company asked; its id. */
async function quoted(karat: Karat, who: Customer, { company, request, bps, words }: Quoted): Promise<string> {
  await saveCompany(karat, holderOf(who), company, null)
  const { request_id } = await makeRequest(karat, holderOf(who), request, null)
  const desk = await ofTheHouse(karat, 'hendra')
  await makeOffer(karat, desk, { request_id, bps, buyer_kind: company.buyer_kind, words }, null)
  return request_id
}

async function accepts(karat: Karat, who: Customer, requestId: string, withDeposit = false) {
  const { price } = await openOffer(karat, holderOf(who), requestId, null)
  if (!price) throw new Refusal('quote_expired')
  const shown = { name: who.name, number: '', born: '', street: '', city: '', card: '' }
  const { content } = await drawDocument('signature', shown)
  const agreement = price.agreement_version ?? undefined
  const signed = { withDeposit, requestId, quoteId: price.quote_id, signature: content.toString('base64'), agreement }
  await acceptOffer(karat, holderOf(who), { ...signed, pin: await givePin(karat, who.id) }, null)
}

const suryaKencana: CompanyInput = {
  ...{ name: 'CV Surya Kencana Perhiasan', registration: '1207 0004 5567 8', tax_number: '02.118.540.3-606.000' },
  ...{ address: 'Jl. Blauran No. 57\nSurabaya 60262', buyer_kind: 'gold_business' },
}

export const businessStories: Story[] = [
  {
    name: 'a company sells to the desk',
    async tell(karat) {
      const who = await customer(karat, 'dimas@karat.test')
      const request: RequestInput = {
        ...{ side: 'sell', weight: '100', delivery: 'vault' },
        words: 'Untuk kebutuhan kas sebelum akhir bulan.',
      }
      await accepts(karat, who, await quoted(karat, who, { company: suryaKencana, request, bps: 55, words: '' }))
    },
  },
  {
    name: 'a company pays later, with a deposit',
    async tell(karat) {
      const who = await customer(karat, 'dimas@karat.test')
      const request: RequestInput = {
        ...{ side: 'buy', weight: '200', delivery: 'vault' },
        words: 'Stok untuk musim pernikahan; sisanya kami transfer minggu ini.',
      }
      await trusted(karat, who, 'Akta pendirian, NIB, dan laporan keuangan sudah diperiksa di kantor')
      await accepts(karat, who, await quoted(karat, who, { company: suryaKencana, request, bps: 40, words: '' }), true)
    },
  },
  {
    name: 'a company has a firm quote',
    async tell(karat) {
      const company: CompanyInput = {
        ...{ name: 'PT Bagus Prasetyo Abadi', registration: '9120 3071 4452 6', tax_number: '03.256.471.9-441.000' },
        ...{ address: 'Jl. Ir. H. Juanda No. 118\nBandung 40132', buyer_kind: 'end_consumer' },
      }
      const request: RequestInput = {
        ...{ side: 'buy', weight: '150', delivery: 'delivery' },
        words: 'Hadiah masa kerja untuk karyawan, sebaiknya batangan 10 g.',
      }
      const words = 'Batangan 10 g tersedia di gerai Dago; gramnya masuk ke brankas Anda dahulu.'
      await quoted(karat, await customer(karat, 'bagus@karat.test'), { company, request, bps: 45, words })
    },
  },
]
