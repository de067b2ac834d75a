/** Title, description and the card that a link to the page shows when it is passed on. */
import type { MetaDescriptor } from 'react-router'
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
type Matches = ({ id: string; loaderData?: unknown } | undefined)[]

export function pageMeta(
  matches: Matches,
  { title, description, type = 'website', picture, image }: Page,
): MetaDescriptor[] {
  const origin = shellOf(matches)?.origin ?? ''
  const whole = `${title} · Karat`
  return [
    { title: whole },
    { name: 'description', content: description },
    { property: 'og:type', content: type },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:image', content: image ?? `${origin}/img/social/${picture ?? 'hero'}.jpg` },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}
