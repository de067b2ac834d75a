/**
 * Facts of a page for search engines (JSON-LD). Only the server writes them: nobody else reads them, and what makes them
 * stays out of the browser's files where it is called behind `import.meta.env.SSR`.
 */
import type { Thing, WithContext } from 'schema-dts'

type Stated = Exclude<Thing, string>

/** Characters that could end the element, or begin another one, as JSON writes them otherwise. */
const escapes: Record<string, string> = { '<': '\\u003c', '>': '\\u003e', '&': '\\u0026' }

/** Text that can stand in a script element, whatever its facts say. */
export const scriptText = (thing: Stated): string =>
  JSON.stringify({ '@context': 'https://schema.org', ...(thing as object) } as WithContext<Stated>).replace(
    /[<>&]/g,
    (character) => escapes[character] ?? '',
  )

export function StructuredData({ things }: { things: Stated[] }) {
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, with everything escaped that could end the element
      dangerouslySetInnerHTML={{ __html: things.length > 0 ? `[${things.map(scriptText).join(',')}]` : '' }}
    />
  )
}
