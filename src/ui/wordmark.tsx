/** The mark of the house and its name. */
import { Link } from 'react-router'
import { DRAWN, letters, petal } from './brand-shapes.ts'
import { useBrand } from './page-title.tsx'

/** Four petals around a point: the kawung that is stamped on every bar. */
export function Kawung({ className = 'size-[26px] fill-gold' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true" focusable="false">
      <path d={petal} />
      <path d={petal} transform="rotate(90 16 16)" />
      <path d={petal} transform="rotate(180 16 16)" />
      <path d={petal} transform="rotate(270 16 16)" />
    </svg>
  )
}

/** Only the server's copy of this module holds the letters; a browser takes them from the page that it was sent. */
const drawn = import.meta.env.SSR
  ? `<path id="karat-letters" d="${letters}"></path>`
  : (globalThis.document?.getElementById('karat-letters')?.outerHTML ?? '')

/** The letters of the name that is drawn, once a page, for every Wordmark on it. */
export function Letters() {
  const brand = useBrand()
  return (
    <svg
      className="absolute size-0"
      aria-hidden="true"
      focusable="false"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR && brand !== DRAWN ? '' : drawn }}
    />
  )
}

export function Wordmark() {
  const brand = useBrand()
  return (
    <Link to="/" className="wordmark" aria-label={brand}>
      <Kawung className="fill-gold" />
      {brand === DRAWN ? (
        <svg viewBox="0 -70 236 74" aria-hidden="true" focusable="false">
          <use href="#karat-letters" />
        </svg>
      ) : (
        <span>{brand}</span>
      )}
    </Link>
  )
}
