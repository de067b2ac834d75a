/** Title, description and the card that a link to the page shows when it is passed on. */
import type { MetaDescriptor } from 'react-router'
import { DRAWN } from './brand-shapes.ts'
import { shellOf } from './shell-data.ts'

type Page = {
  title: string
  description: string
  type?: 'website' | 'article' | 'product'
  /** The name of one of src/content/pictures.json; without one, the house's own card. */
  picture?: string | null
  /** A whole address, where the picture is none of those. */
  image?: string
}
export type Matches = ({ id: string; loaderData?: unknown } | undefined)[]

export const titleOf = (matches: Matches, title: string): MetaDescriptor => ({
  title: `${title} · ${shellOf(matches)?.store.brand ?? DRAWN}`,
})

export function pageMeta(
  matches: Matches,
  { title, description, type = 'website', picture, image }: Page,
): MetaDescriptor[] {
  const origin = shellOf(matches)?.origin ?? ''
  return [
    titleOf(matches, title),
    { name: 'description', content: description },
    { property: 'og:type', content: type },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:image', content: image ?? `${origin}/img/social/${picture ?? 'hero'}.jpg` },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}
