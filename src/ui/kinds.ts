/** Where the menus lead in the shop: the categories at the top in which the store sells something (root.tsx). */
import { useShellData } from './shell-data.ts'

export const useKinds = (): { slug: string; to: string; name: string }[] =>
  (useShellData()?.kinds ?? []).map(({ slug, name }) => ({ slug, name, to: `/product/product?category=${slug}` }))
