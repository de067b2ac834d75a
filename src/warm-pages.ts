/** Renders once what is shown from memory while the database is away, for whoever comes first may come then. */
import type { FastifyInstance } from 'fastify'
import type { Karat } from './karat.ts'
import { languages } from './locale/languages.ts'

const MOST_FAILURES = 5

/**
 * Asks for every home page that there is: one for each store, currency and language (src/home/pages/home-page.tsx keeps what
 * it read). A start keeps the event loop so busy that the database may seem away; then it is looked at, and asked again.
 */
export async function warmPages(app: FastifyInstance, { stores, pulse }: Pick<Karat, 'stores' | 'pulse'>) {
  let failures = 0
  for (const cookie of everyVisitor(stores))
    while (failures < MOST_FAILURES && (await app.inject({ url: '/', headers: { cookie } })).statusCode !== 200) {
      failures++
      await pulse.look()
    }
}

const everyVisitor = (stores: Karat['stores']) =>
  [...stores.values()].flatMap(({ code, currencies }) =>
    currencies.flatMap((currency) =>
      languages.map((language) => `store=${code}; currency=${currency}; language=${language}`),
    ),
  )
