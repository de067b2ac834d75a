import type { BreadcrumbList } from 'schema-dts'
import type { Crumb } from './breadcrumb.tsx'

/** Where a page stands, for search engines. */
export const breadcrumbData = (crumbs: Crumb[], origin: string): BreadcrumbList => ({
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map(({ name, to }, place) => ({
    '@type': 'ListItem',
    position: place + 1,
    name,
    ...(to ? { item: origin + to } : {}),
  })),
})
