import type { OnlineStore, WebSite } from 'schema-dts'
import type { ShellData } from '../../ui/shell-data.ts'

/** Who we are and how to search here. */
export function houseData({ origin, store, language }: ShellData): [Exclude<OnlineStore, string>, WebSite] {
  const { legal_name: legalName, street: streetAddress, city } = store.house
  const id = `${origin}/#house`
  return [
    {
      '@type': 'OnlineStore',
      '@id': id,
      name: store.name,
      ...(legalName ? { legalName } : {}),
      url: `${origin}/`,
      logo: `${origin}/icons/icon-512.png`,
      image: `${origin}/img/social/hero.jpg`,
      ...(streetAddress && city
        ? {
            address: {
              '@type': 'PostalAddress',
              streetAddress,
              addressLocality: city.replace(/\d/g, '').trim(),
              postalCode: city.replace(/\D/g, ''),
              addressCountry: store.country,
            },
          }
        : {}),
    },
    {
      '@type': 'WebSite',
      '@id': `${origin}/#site`,
      name: store.brand,
      url: `${origin}/`,
      inLanguage: language,
      publisher: { '@id': id },
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${origin}/product/product?q={search_term_string}` },
        'query-input': 'required name=search_term_string',
      } as WebSite['potentialAction'],
    } as WebSite,
  ]
}
