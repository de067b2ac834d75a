/** The product that an address of a page names. */
import type { Bag } from '../karat.ts'
import { getProductDetails, type Visit } from './catalogue-queries.ts'
import { mostWanted } from './compare-queries.ts'
import { type ProductDetailsView, ProductQuery } from './contract.ts'

/**
 * The product of `?id=`; where the address names none, the one that most people look for, since the seed knows these
 * pages by their path alone. Answers 404 for an id that is none, refuses not_found for one that the store does not have.
 */
export function productOfPage(
  karat: Bag<'catalogue'>,
  where: Visit,
  { searchParams, pathname }: URL,
): ProductDetailsView {
  const named = searchParams.get('id')
  const query = named === null ? null : ProductQuery.safeParse({ id: named })
  const id = query === null ? mostWanted(karat, where) : query.data?.id
  if (id === undefined) throw new Response(`Page not found: ${pathname}`, { status: 404 })
  return getProductDetails(karat, { ...where, id })
}
