/** `/product/components/GoodsSearch`: the search of the shop by itself. */
import { useSearchParams } from 'react-router'
import * as m from '../../locale/paraglide/messages.js'
import { SearchBox } from '../../ui/search-box.tsx'
import { unlistedMeta } from '../../ui/unlisted-meta.ts'
import type { Route } from './+types/goods-search-page'

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, m.catalogue_search_title())

export default function GoodsSearchPage() {
  const [search] = useSearchParams()
  return (
    <div className="mx-auto min-h-[60vh] max-w-[640px] pt-7">
      <h1 className="h1 mb-5">{m.catalogue_search_title()}</h1>
      <SearchBox words={search.get('q') ?? ''} inline />
    </div>
  )
}
