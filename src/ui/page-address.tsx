/** What the head of a page says to search engines about its address: listed or not, which one counts, and its other languages. */
import { useLocation, useMatches } from 'react-router'
import { shortOf } from '../locale/languages.ts'
import { alternatesOf, canonicalPath, inLanguage } from './public-pages.ts'
import type { ShellData } from './shell-data.ts'

/** A page that shows what has an address of its own says so in its loader's `address`. */
export function PageAddress({ shell }: { shell: ShellData | undefined }) {
  const here = canonicalPath(useLocation())
  const named = useMatches().at(-1)?.loaderData as { address?: unknown } | null | undefined
  const path = typeof named?.address === 'string' ? named.address : here
  if (!shell || path === null) return <meta name="robots" content="noindex" />
  const { language, origin, store } = shell
  const own = origin + inLanguage(path, language, store.language)
  return (
    <>
      <link rel="canonical" href={own} />
      {alternatesOf(path, store.language).map((one) => (
        <link key={one.language} rel="alternate" hrefLang={one.language} href={origin + one.path} />
      ))}
      <meta property="og:url" content={own} />
      {import.meta.env.SSR && (
        // The same on every page of a visit: who reads them asks the server.
        <>
          <meta property="og:site_name" content={store.brand} />
          <meta property="og:locale" content={shortOf(language)} />
        </>
      )}
    </>
  )
}
