/** The title of a page that search engines leave out. */
import type { MetaDescriptor } from 'react-router'
import { type Matches, titleOf } from './page-meta.ts'

export const unlistedMeta = (matches: Matches, title: string): MetaDescriptor[] => [
  titleOf(matches, title),
  { name: 'robots', content: 'noindex' },
]
