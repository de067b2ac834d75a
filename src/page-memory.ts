/**
 * Rendered pages, kept for a moment. A page that the server renders is the same for everybody with the same store,
 * currency and language (what is personal is rendered in the browser), so many readers of one moment share one rendering.
 */
import { gzipPage, type PageBytes, plainPage } from './http/page-bytes.ts'
import type { Karat } from './karat.ts'

const LONGEST_MS = 1000
const MOST_PAGES = 100
const MOST_BYTES = 16 * 1024 * 1024

type Page = { parts: string[]; plain?: PageBytes; gzip?: Promise<PageBytes> }
type Kept = { version: string; madeAt: number; rendering: Promise<Page | null>; bytes: number }
type Rendered = { html: string; nonce: string } | null

type PageMemory = {
  /**
   * The page for `key`, with `nonce` in its scripts, in bytes or as gzip, which are made once as well; null when `render`
   * gave nothing that may be kept, for this caller to render.
   */
  page(key: string, nonce: string, gzip: boolean, render: () => Promise<Rendered>): Promise<Buffer | null>
}

/**
 * Keeps a page for at most a second, and only while price, price state and catalogue are those it was rendered with, so
 * that an old price is never shown as new. Readers who come while it is being rendered wait for that one.
 */
export function openPageMemory({ prices, catalogue, now }: Pick<Karat, 'prices' | 'catalogue' | 'now'>): PageMemory {
  const kept = new Map<string, Kept>()
  let bytes = 0

  function drop(key: string) {
    bytes -= kept.get(key)?.bytes ?? 0
    kept.delete(key)
  }

  function keep(key: string, version: string, render: () => Promise<Rendered>): Kept {
    drop(key)
    const rendering = render().then((rendered) => {
      if (rendered) return { parts: rendered.html.split(rendered.nonce) }
      drop(key)
      return null
    })
    const page: Kept = { version, madeAt: now(), rendering, bytes: 0 }
    kept.set(key, page)
    rendering.then(
      (made) => {
        if (kept.get(key) !== page || !made) return
        page.bytes = made.parts.reduce((sum, part) => sum + part.length, key.length)
        bytes += page.bytes
        for (const oldest of kept.keys()) {
          if (kept.size <= MOST_PAGES && bytes <= MOST_BYTES) break
          drop(oldest)
        }
      },
      () => kept.get(key) === page && drop(key),
    )
    return page
  }

  /** The rendering of this moment: another reader's, else one's own, also where the other one's fails or was refused. */
  async function rendered(key: string, render: () => Promise<Rendered>): Promise<Page | null> {
    const version = `${prices.version()} ${catalogue.version()}`
    const known = kept.get(key)
    if (known?.version !== version || now() - known.madeAt >= LONGEST_MS) return keep(key, version, render).rendering
    return known.rendering.catch(() => rendered(key, render))
  }

  return {
    async page(key, nonce, gzip, render) {
      const page = await rendered(key, render)
      if (!page) return null
      if (!gzip) {
        page.plain ??= plainPage(page.parts, nonce.length)
        return page.plain.withNonce(nonce)
      }
      page.gzip ??= gzipPage(page.parts, nonce.length)
      return (await page.gzip).withNonce(nonce)
    },
  }
}
