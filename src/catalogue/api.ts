/** The catalogue's calls. Their answers are made once for each price and kept as bytes. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Door } from '../http/door.ts'
import { sendReady } from '../http/ready-reply.ts'
import { envelopeOf } from '../http/wire.ts'
import type { Bag } from '../karat.ts'
import * as queries from './catalogue-queries.ts'
import { compareSkus } from './compare-queries.ts'
import * as contract from './contract.ts'
import { type MadeFrom, openReadyAnswers } from './ready-answers.ts'
import { suggest } from './suggestion-queries.ts'

type Call<Query extends z.ZodType, Answer extends z.ZodType> = {
  summary: string
  query: Query
  answer: Answer
  find: (karat: Bag<'catalogue'>, where: queries.Visit & z.output<Query>) => z.output<Answer>
  madeFrom: (request: FastifyRequest) => MadeFrom
}

type Add = <Query extends z.ZodType, Answer extends z.ZodType>(url: string, call: Call<Query, Answer>) => void
type Basis = Record<'priceless' | 'priced', (request: FastifyRequest) => MadeFrom>

export function catalogueApi(door: Door, karat: Bag<'catalogue'>): void {
  const answers = openReadyAnswers(karat.settings.catalogue.answers)
  const priceless = (): MadeFrom => ({ prices: 0, state: '', catalogue: karat.catalogue.version() })
  const priced = ({ store, currency }: FastifyRequest): MadeFrom => ({
    prices: karat.prices.version(),
    state: karat.prices.of(store.code, currency).state,
    catalogue: karat.catalogue.version(),
  })

  function add<Query extends z.ZodType, Answer extends z.ZodType>(url: string, call: Call<Query, Answer>) {
    const { summary, query, answer, find, madeFrom } = call
    const envelope = envelopeOf(answer)
    const make = (request: FastifyRequest): Buffer => {
      const { store, currency, language } = request
      const data = find(karat, { store, currency, language, ...(request.query as z.output<Query> & object) })
      return Buffer.from(
        JSON.stringify(envelope.parse({ status: 'success', code: 200, message: '', error: null, data })),
      )
    }
    const schema = {
      ...{ tags: ['catalogue'], summary },
      ...{ querystring: query as z.ZodType, response: { 200: answer as z.ZodType } },
    }
    door.get(
      url,
      { config: { access: 'public', rate: 'public', fromMemory: true }, schema },
      (request, reply: FastifyReply) => {
        const key = `${request.currency} ${request.language} ${request.raw.url}`
        sendReady(
          reply,
          answers.get(key, madeFrom(request), () => make(request)),
        )
      },
    )
  }

  listCalls(add, { priceless, priced })
  productCalls(add, { priceless, priced })
}

function listCalls(add: Add, { priceless, priced }: Basis) {
  add('/product/getProductCategory', {
    summary: 'The category tree of the store',
    ...{ query: contract.NoQuery, answer: contract.CategoryList, find: queries.listCategories, madeFrom: priceless },
  })
  add('/product/getList', {
    summary: 'Search, filter and sort what the store sells',
    ...{ query: contract.ListQuery, answer: contract.ProductList, find: queries.listProducts, madeFrom: priced },
  })
  add('/product/getSuggestions', {
    summary: 'Products and categories for what has been typed so far',
    ...{ query: contract.SuggestionsQuery, answer: contract.Suggestions, find: suggest, madeFrom: priced },
  })
  add('/product/getCompare', {
    summary: 'Some skus side by side, each with its product',
    ...{ query: contract.CompareQuery, answer: contract.Compared, find: compareSkus, madeFrom: priced },
  })
}

function productCalls(add: Add, { priceless, priced }: Basis) {
  add('/product/getDetails', {
    summary: 'One product with every sku at the price of this moment',
    ...{ query: contract.ProductQuery, answer: contract.ProductDetails },
    ...{ find: queries.getProductDetails, madeFrom: priced },
  })
  add('/product/getSkuCards', {
    summary: 'A card for each sku named, such as those looked at before',
    ...{ query: contract.SkuCardsQuery, answer: contract.SkuCards, find: queries.listCardsOfSkus, madeFrom: priced },
  })
  add('/product/productDetailRecommendList', {
    summary: 'Other products beside this one',
    ...{ query: contract.ProductQuery, answer: contract.Recommendations },
    ...{ find: queries.listRecommendations, madeFrom: priced },
  })
  add('/product/product_attr', {
    summary: 'The attributes of a product and which combinations exist',
    ...{ query: contract.ProductQuery, answer: contract.ProductAttributes },
    ...{ find: queries.getAttributes, madeFrom: priceless },
  })
  add('/product/getProductSku', {
    summary: 'The sku that has the chosen attributes',
    ...{ query: contract.SkuQuery, answer: contract.SkuAnswer },
    ...{ find: queries.findSkuByAttributes, madeFrom: priced },
  })
}
